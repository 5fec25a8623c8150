import { describe, expect, it } from 'vitest';
import { assistantMessage, type Message, userMessage } from 'toolgate/model';
import type { RunCheckpoint } from '../records/stored-run.js';
import { checkpointWith } from '../store/checkpoint-with.js';
import { SavedCheckpoint } from './saved-checkpoint.js';

const [ASKED, CALLED, ANSWERED] = [userMessage('Refund A-1'), assistantMessage('I call.'), assistantMessage('It did.')];
const request = { client: 'default', messages: [ASKED], tools: ['refund'] } as unknown as RunCheckpoint['request'];

const checkpointAt = (round: number, history: readonly Message[], exchanges: readonly Message[]): RunCheckpoint => ({
  schema: 1,
  request,
  loop: { round, history, exchanges } as RunCheckpoint['loop'],
});

const FIRST = checkpointAt(0, [ASKED], []);
const NEXT = checkpointAt(1, [ASKED, CALLED, ANSWERED], [CALLED, ANSWERED]);

describe('the saved checkpoint of a run', () => {
  it('adds a step that leads to a later checkpoint', () => {
    const step = new SavedCheckpoint(FIRST).changeTo(NEXT);
    expect(step).toEqual({
      schema: 1,
      step: 1,
      history: [CALLED, ANSWERED],
      exchanges: [CALLED, ANSWERED],
      loop: { round: 1 },
    });
    expect(checkpointWith('run', FIRST, [step as never])).toEqual({ ...NEXT, steps: 1 });
  });

  it('repeats a step under the same number until one is written', () => {
    const saved = new SavedCheckpoint({ ...FIRST, steps: 4 });
    expect(saved.changeTo(NEXT)).toMatchObject({ step: 5 });
    const change = saved.changeTo({ ...NEXT, answer: { message: ANSWERED } as never });
    expect(change).toMatchObject({ step: 5, answer: { message: ANSWERED } });
    saved.written(NEXT, change);
    expect(saved.changeTo(NEXT)).toMatchObject({ step: 6, history: [], exchanges: [] });
  });

  it.each<[string, RunCheckpoint]>([
    ['another message', checkpointAt(1, [userMessage('Refund A-1'), CALLED], [CALLED])],
    ['fewer messages', checkpointAt(1, [], [CALLED])],
    ['another request', { ...NEXT, request: { ...request, tools: ['find'] } }],
  ])('is written whole after %s, until that write is known to be saved', (_, other) => {
    const saved = new SavedCheckpoint({ ...FIRST, steps: 2 });
    const change = saved.changeTo({ ...other, steps: 2 });
    expect(change).toEqual(other);
    expect(saved.changeTo(NEXT)).toEqual(NEXT);
    saved.written(other, change);
    expect(saved.changeTo(other)).toMatchObject({ step: 1, history: [], exchanges: [] });
  });

  it('adds a new trace to a step, and nothing else of the request', () => {
    const traced = { ...NEXT, request: { ...request, traceParent: '00-1-2-01' } };
    const step = new SavedCheckpoint(FIRST).changeTo(traced);
    expect(step).toMatchObject({ step: 1, traceParent: '00-1-2-01' });
    expect(step).not.toHaveProperty('request');
    expect(checkpointWith('run', FIRST, [step as never]).request).toEqual(traced.request);
  });
});
