import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { wireOf } from './wires.mjs';

/** Returns what a request contains in addition to the request before it. */
const added = (before, after, type) =>
  after.filter((event) => event.type === type).slice(before.filter((event) => event.type === type).length);

/**
 * Reads a recording: its exchanges, and the prompts they fall into. An exchange belongs to the prompt before it if it
 * answers the calls of that prompt; otherwise it begins another prompt.
 */
export const readRecording = (path) => {
  const exchanges = JSON.parse(readFileSync(path, 'utf8')).filter(isPrompt);
  assert(exchanges.length > 0, 'the recording holds no request to a model');
  const wire = wireOf(exchanges[0].url);
  const events = exchanges.map(({ reqBody }, index) => wire.events(reqBody, exchanges.slice(0, index)));
  const answers = exchanges.map((exchange) => (exchange.status < 400 ? wire.answer(exchange) : { calls: [] }));

  /** Returns the results in an exchange for the calls of the exchange before it, by the index of the call. */
  const resultsFor = (index) => {
    const calls = added(events[index - 1], events[index], 'call');
    const results = added(events[index - 1], events[index], 'result');
    return calls.map(({ id }) => results.find((result) => result.id === id));
  };
  const answersCalls = (index) => {
    const { length } = answers[index - 1].calls;
    const results = resultsFor(index);
    return length > 0 && events[index].at(-1)?.type === 'result' && results.length === length && results.every(Boolean);
  };
  const continues = (index) =>
    index > 0 && index < exchanges.length && (answers[index - 1].paused || answersCalls(index));

  const prompts = [];
  exchanges.forEach((exchange, index) => {
    if (continues(index)) prompts.at(-1).last = index;
    else prompts.push({ first: index, last: index });
  });
  /** Returns the last answer of a prompt. If it continues paused answers, their text precedes it. */
  const endOf = ({ first, last }) => {
    let { text, calls } = answers[last];
    for (let index = last - 1; index >= first && answers[index].paused; index--) text = answers[index].text + text;
    return { text, calls };
  };
  return { exchanges, wire, events, resultsFor, continues, prompts, endOf };
};

// Recordings may hold other requests too, such as the counting of tokens.
const isPrompt = ({ url, reqBody }) =>
  (reqBody?.messages ?? reqBody?.input ?? reqBody?.contents) !== undefined &&
  !/count_?tokens$/i.test(new URL(url).pathname);

/** Whether a recording is of streams. */
export const isStreamed = (exchanges) =>
  exchanges.some(
    ({ contentType = '', url, reqBody }) =>
      contentType.includes('event-stream') || reqBody.stream === true || url.includes(':streamGenerateContent'),
  );
