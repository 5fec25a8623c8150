import { describe, expect, inject, it } from 'vitest';
import * as fc from 'fast-check';
import { callsTools, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import type { ToolCallLimits } from 'toolgate/tool';
import { batchesOf, endOf, isAnswered, startLimited } from './limits.fixture.js';

type Call = readonly [name: string, id: string];

const NAMES = ['find', 'look', 'nobody'];
const call = fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom('a', 'b'));
const scripts = fc.array(fc.array(call, { minLength: 1, maxLength: 5 }), { maxLength: 8 });
const limit = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(Infinity));
const bounded: fc.Arbitrary<ToolCallLimits> = fc.record(
  {
    callsPerTool: limit,
    totalCalls: fc.oneof(fc.integer({ min: 1, max: 15 }), fc.constant(Infinity)),
    rounds: fc.integer({ min: 1, max: 9 }),
    repeatedCalls: limit,
    perTool: fc.dictionary(fc.constantFrom(...NAMES), limit),
    onBreach: fc.constantFrom('stop', 'report'),
  },
  { requiredKeys: ['rounds'] },
);

interface Prediction {
  /** The outcome of each call, batch by batch. */
  readonly ends: readonly (readonly string[])[];
  readonly stopped: boolean;
}

/** Predicts each outcome from all earlier calls: slow, but without a counter that could be wrong. */
const predict = (script: readonly (readonly Call[])[], limits: ToolCallLimits): Prediction => {
  const { callsPerTool = 40, totalCalls = 150, rounds = 50, repeatedCalls = Infinity, perTool = {} } = limits;
  const past: Call[] = [];
  const endOfCall = ([name, id]: Call, round: number): string => {
    const same = past.filter(([other]) => other === name);
    if (round >= rounds) return 'rounds';
    if (same.length >= (Object.hasOwn(perTool, name) ? perTool[name]! : callsPerTool)) return 'calls-per-tool';
    if (past.length >= totalCalls) return 'total-calls';
    if (same.filter(([, other]) => other === id).length >= repeatedCalls) return 'repeated-call';
    return name === 'nobody' ? 'error' : 'success';
  };
  const stops = (end: string): boolean =>
    end === 'rounds' || (limits.onBreach !== 'report' && ['calls-per-tool', 'total-calls'].includes(end));
  const ends: string[][] = [];
  for (const [index, batch] of script.entries()) {
    const batchEnds: string[] = [];
    for (const call of batch) {
      const last = batchEnds.at(-1);
      const end = last && stops(last) ? last : endOfCall(call, index + 1);
      batchEnds.push(end);
      past.push(call);
    }
    ends.push(batchEnds);
    if (batchEnds.some(stops)) return { ends, stopped: true };
  }
  return { ends, stopped: false };
};

const toAnswer = (batch: readonly Call[], round: number): ScriptedAnswer =>
  callsTools(...batch.map(([name, id], index) => toolCall(name, { id }, `${round}-${index}`)));

describe('for random scripts and limits', () => {
  it('every call has the outcome that the model of the test predicts, and no other call runs', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, bounded, async (script, limits) => {
        const { ends, stopped } = predict(script, limits);
        const { ask, desk, model } = await startLimited([...script.map(toAnswer), 'End.'], limits);
        const { finishReason, metadata } = await ask();
        expect(finishReason.unified).toBe(stopped ? 'tool-call-limit' : 'stop');
        const received = batchesOf(model).map((batch) => batch.map(endOf));
        expect(stopped ? [...received, metadata!.toolResults!.map(endOf)] : received).toEqual(ends);
        const runs = ends.flatMap((batch, round) =>
          batch.flatMap((end, index) => (end === 'success' ? [script[round]![index]!.join(' ')] : [])),
        );
        expect(desk.ran).toEqual(runs);
        expect(model.prompts.every(isAnswered)).toBe(true);
      }),
      { numRuns: inject('isThorough') ? 150 : 50 },
    );
  });
});
