import { HttpAgent, type Message } from '@ag-ui/client';
import * as fc from 'fast-check';
import { lastValueFrom, toArray } from 'rxjs';
import { describe, expect, inject, it } from 'vitest';
import type { StreamPart } from 'toolgate/model';
import { type AgUiKnown, agUiStream } from 'toolgate/http';
import { modelTurns, type TurnStream, withLostAttempt } from '../chat/turn-model.fixture.js';

const RUN = { threadId: 't-1', runId: 'r-1' };

const numRuns = inject('isThorough') ? 60 : 15;

/** What the server reads of the history of a client. */
const knownIn = (messages: readonly Message[]): AgUiKnown => {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []));
  return {
    messages: messages.map(({ id }) => id),
    calls: calls.map(({ id }) => id),
    results: messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : [])),
    texts: new Map([
      ...messages.map(({ id, content }) => [id, typeof content === 'string' ? content : ''] as const),
      ...calls.map(({ id, function: called }) => [id, called.arguments] as const),
    ]),
  };
};

async function* yieldAll(parts: readonly StreamPart[]): AsyncGenerator<StreamPart, void, void> {
  yield* parts;
}

const framesOf = async (parts: readonly StreamPart[], known: AgUiKnown): Promise<readonly string[]> => {
  const turn = { runId: 'turn', [Symbol.asyncIterator]: () => yieldAll(parts) };
  const events = await lastValueFrom(agUiStream(turn, { ...RUN, known }).pipe(toArray()));
  return events.map(({ data }) => `data: ${JSON.stringify(data)}\n\n`);
};

/** A stock client that receives one stream for each run. A connection that is lost ends before its last event. */
const readAll = async (streams: readonly (Pick<TurnStream, 'parts'> & { readonly isCut?: boolean })[]) => {
  let run = 0;
  const agent = new HttpAgent({
    url: 'http://agent.test',
    threadId: RUN.threadId,
    fetch: async () => {
      const { parts, isCut = false } = streams[run++]!;
      const frames = await framesOf(parts, knownIn(agent.messages));
      return new Response(frames.slice(0, isCut ? -1 : undefined).join(''), {
        headers: { 'content-type': 'text/event-stream' },
      });
    },
  });
  while (run < streams.length) {
    const resume = agent.pendingInterrupts.map(({ id: interruptId }) => ({ interruptId, status: 'resolved' as const }));
    await agent.runAgent(resume.length > 0 ? { resume } : {}).catch(() => undefined);
  }
  return knownIn(agent.messages);
};

const lostTurns = fc
  .tuple(modelTurns, fc.nat())
  .map(([turn, cut]) => withLostAttempt(turn, cut))
  .filter((turn) => turn?.streams.at(-1)?.end === 'answered');

describe('the calls of a turn whose process was lost', () => {
  it('have one result each in the stock client of AG-UI, if it follows the next attempt', () =>
    fc.assert(
      fc.asyncProperty(lostTurns, async (turn) => {
        const { calls, results } = await readAll(turn!.streams);
        expect([...results].toSorted()).toEqual([...new Set(calls)].toSorted());
      }),
      { numRuns },
    ));

  it('have one result each in the stock client of AG-UI, if it reads another answer after its connection was lost', () =>
    fc.assert(
      fc.asyncProperty(lostTurns, lostTurns, async (turn, other) => {
        const { parts } = turn!.streams.at(-1)!;
        const begin = parts.findIndex(({ type }) => type === 'resumed');
        const round = parts[begin]!.round ?? 0;
        // The batch that was decided has its results, and the model answers differently.
        const batch = parts.slice(begin + 1).filter((part) => part.type === 'tool-result' && part.round === round);
        const answer = other!.streams.at(-1)!.parts.filter(({ type }) => type !== 'resumed' && type !== 'suspended');
        const next = answer.map((part) => ({ ...part, round: (part.round ?? 0) + round + 1 }));
        const { calls, results } = await readAll([
          ...turn!.streams.slice(0, -1),
          { parts: parts.slice(0, begin), isCut: true },
          { parts: [...batch, ...next] },
        ]);
        expect([...results].toSorted()).toEqual([...new Set(calls)].toSorted());
      }),
      { numRuns },
    ));
});
