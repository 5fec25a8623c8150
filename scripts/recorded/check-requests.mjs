import assert from 'node:assert/strict';

const OPAQUE = new Set(['signature', 'thoughtSignature', 'thought_signature', 'encrypted_content']);

// Base64 is written in two alphabets, with padding or without, and JSON may escape it.
const normal = (text) =>
  text
    .replace(/\\u003d|\\\/|=/gi, (found) => (found === '\\/' ? '/' : ''))
    .replaceAll('-', '+')
    .replaceAll('_', '/');

/** Returns the values that only the provider understands: signatures, encrypted reasoning, redacted thinking, ids of items. */
const opaqueIn = (value, found = []) => {
  if (Array.isArray(value)) value.forEach((entry) => opaqueIn(entry, found));
  else if (value && typeof value === 'object') {
    for (const [key, entry] of Object.entries(value)) {
      if (typeof entry !== 'string') opaqueIn(entry, found);
      else if (OPAQUE.has(key) || (key === 'data' && value.type === 'redacted_thinking')) found.push(entry);
    }
  }
  return found;
};

// A function call is known by its call id, which is checked as a pair.
const itemIds = ({ input }) =>
  Array.isArray(input) ? input.filter(({ type }) => type === 'reasoning').map(({ id }) => id) : [];

const checkPairs = (events, where) => {
  let open = [];
  for (const { type, id } of events) {
    if (type === 'call') open.push(id);
    else if (type === 'result') {
      assert(open.includes(id), `${where} has a result for ${id}, but no earlier call has this id`);
      open = open.filter((other) => other !== id);
    } else assert.deepEqual(open, [], `${where} continues before its calls are answered`);
  }
  assert.deepEqual(open, [], `${where} leaves calls without a result`);
};

const checkEcho = (sent, recorded, heard, where) => {
  const received = normal(heard.map(({ body }) => body).join('\n'));
  const echoed = normal(JSON.stringify(sent));
  const expected = [...opaqueIn(recorded), ...itemIds(recorded)].map(normal);
  for (const value of expected.filter((entry) => entry !== '' && received.includes(entry))) {
    assert(echoed.includes(value), `${where} does not return '${value.slice(0, 24)}…'`);
  }
};

/** Compares what was sent with what was recorded: pairs of calls and results, the results' words, opaque parts. */
export const checkRequests = ({ exchanges, wire, events }, requests, executed) => {
  assert.equal(requests.length, exchanges.length, `${requests.length} requests instead of ${exchanges.length}`);
  requests.forEach(({ body }, index) => {
    const where = `request ${index + 1}`;
    const heard = exchanges.slice(0, index);
    const sent = wire.events(body, heard);
    checkPairs(sent, where);
    checkEcho(body, exchanges[index].reqBody, heard, where);
    const names = (list) => list.filter(({ type }) => type === 'call').map(({ name }) => name);
    assert.deepEqual(names(sent), names(events[index]), `${where} contains other calls`);
    const words = sent.filter(({ type }) => type === 'result').map((result) => result.text);
    for (const text of executed.get(index) ?? []) {
      assert(words.includes(text), `${where} lacks the result '${text.slice(0, 40)}'`);
    }
  });
};
