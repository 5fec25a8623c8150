import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { assistantMessage, type Message, toolMessage, userMessage } from 'toolgate/model';
import { tallyTurn } from './tally-turn.js';
import { TurnCounts } from './turn-counts.js';

const roundOf = (toolName: string, input: string): readonly Message[] => [
  assistantMessage([{ type: 'tool-call', toolCallId: 'c', toolName, input }]),
  toolMessage([
    {
      type: 'tool-result',
      toolCallId: 'c',
      toolName,
      output: { type: 'text', text: 'ok' },
      outcome: { type: 'success' },
    },
  ]),
];

type Step = (history: readonly Message[]) => readonly Message[];

const name = fc.constantFrom('find', 'refund');
const input = fc.constantFrom('{}', '{"a":1}');
const place = fc.nat(200);
const grow = fc.tuple(name, input).map(
  ([tool, text]): Step =>
    (history) =>
      history.concat(roundOf(tool, text)),
);
const step = fc.oneof(
  { weight: 10, arbitrary: grow },
  fc.constant<Step>((history) => [...history, userMessage('Go on')]),
  fc.constant<Step>((history) => [...history]),
  // Changes that an application may make to the history of its own loop.
  place.map(
    (at): Step =>
      (history) =>
        history.slice(0, Math.max(1, at % (history.length + 1))),
  ),
  place.map(
    (at): Step =>
      (history) =>
        history.toSpliced(1 + (at % history.length), 2),
  ),
  fc.tuple(place, name).map(
    ([at, tool]): Step =>
      (history) =>
        history.map((message, index) => (index === 1 + (at % history.length) ? roundOf(tool, '{}')[1]! : message)),
  ),
);

const plain = ({ perTool, total, rounds, inputs }: ReturnType<typeof tallyTurn>) => ({
  perTool,
  total,
  rounds,
  inputs,
});

describe('the tally of a turn', () => {
  it('depends only on its messages, not on how the history was changed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let history: readonly Message[] = Array.from({ length: 20 }, () => roundOf('find', '{}')).flat();
        history = [userMessage('Go'), ...history];
        const histories = steps.map((change) => (history = change(history)));
        for (const messages of [...histories, ...histories.toReversed()]) {
          const counted = plain(tallyTurn(messages, 1));
          // Copies have no cached tally.
          expect(counted).toEqual(plain(tallyTurn(structuredClone(messages) as Message[], 1)));
          const { perTool, total, rounds } = new TurnCounts(messages, 1);
          expect({ perTool, total, rounds }).toEqual({ ...counted, inputs: undefined });
        }
      }),
      { seed: 3, numRuns: 60 },
    );
  });

  it('reads each message of a long turn once', () => {
    let reads = 0;
    const watched = (message: Message): Message =>
      Object.defineProperty({ ...message }, 'role', {
        get: () => {
          reads++;
          return message.role;
        },
      });
    let history: readonly Message[] = [];
    const readsOf = (rounds: number): number => {
      reads = 0;
      for (let round = 0; round < rounds; round++) {
        history = history.concat(roundOf('find', '{}').map(watched));
        tallyTurn(history, 0);
      }
      return reads;
    };
    readsOf(50);
    const first = readsOf(100);
    expect(first).toBeLessThan(1000);
    expect(readsOf(100)).toBe(first);
  });
});
