import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as fc from 'fast-check';
import { assistantMessage, type Message, toolMessage, userMessage } from 'toolgate/model';
import { callsTools, toolCall } from 'toolgate/testing';
import { unpaired } from './pairing.fixture.js';
import { turns, WaitingTurns } from './waiting-turns.fixture.js';

// For more turns: TOOLGATE_PAIRING_RUNS=5000 npm test -- test/approval/pairing
const { TOOLGATE_PAIRING_RUNS, TOOLGATE_PAIRING_SEED } = process.env;
const MINUTES = 60_000;

const options = {
  numRuns: Number(TOOLGATE_PAIRING_RUNS ?? (inject('isThorough') ? 60 : 20)),
  ...(TOOLGATE_PAIRING_SEED !== undefined && { seed: Number(TOOLGATE_PAIRING_SEED) }),
};

describe.each([
  ['inside the tool loop', 0],
  ['outside of it', undefined],
])('a turn that waits, with a memory %s', (_, order) => {
  const world = new WaitingTurns();
  beforeAll(async () => void (await world.boot(order)));
  afterAll(() => world.close());

  it(
    'leaves one result for each call, in order, whatever people decide and whatever expires',
    () =>
      fc.assert(
        fc.asyncProperty(turns, async (plan) => {
          const all = await world.play(plan);
          expect(all.map((messages) => unpaired(messages)).filter((problem) => problem !== undefined)).toEqual([]);
        }),
        options,
      ),
    60 * MINUTES,
  );
});

describe('a transcript that a strict provider refuses', () => {
  const calls = callsTools(toolCall('a', {}, '1'), toolCall('b', {}, '2'));
  const result = (toolName: string, toolCallId: string) =>
    ({
      type: 'tool-result',
      toolCallId,
      toolName,
      output: { type: 'text', text: '' },
      outcome: { type: 'success' },
    }) as const;
  const a = result('a', '1');
  const b = result('b', '2');
  const user = userMessage('Do it');

  it.each<readonly [string, readonly Message[]]>([
    ['calls without results', [user, calls]],
    ['calls without results before the next message', [user, calls, user]],
    ['a call without a result', [user, calls, toolMessage([a])]],
    ['a result twice', [user, calls, toolMessage([a, b, b])]],
    ['results in another order', [user, calls, toolMessage([b, a])]],
    ['results in two messages', [user, calls, toolMessage([a]), toolMessage([b])]],
    ['results after another message', [user, calls, user, toolMessage([a, b])]],
    ['results without calls', [user, toolMessage([a]), assistantMessage('Done.')]],
    ['a result under the name of another tool', [user, calls, toolMessage([a, result('a', '2')])]],
    ['a tool message without a result', [user, toolMessage([])]],
  ])('is detected: %s', (_, messages) => {
    expect(unpaired(messages)).toBeDefined();
  });

  it('is not reported for a valid transcript', () => {
    const done = assistantMessage('Done.');
    expect(unpaired([user, calls, toolMessage([a, b]), calls, toolMessage([a, b]), done, user])).toBeUndefined();
  });
});
