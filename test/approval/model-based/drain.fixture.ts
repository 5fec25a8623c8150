import assert from 'node:assert/strict';
import { PEOPLE } from './decisions.fixture.js';
import { ExternalOracle } from './external-oracle.fixture.js';
import { nextStep } from './next-step.fixture.js';
import { owesOuter } from './oracle-inner.fixture.js';
import type { FaultyStep, Step } from './steps.fixture.js';
import type { Tried, World } from './world.fixture.js';

const ENOUGH = 100;

/** People decide and workers continue: each run ends, and its conversation receives the completed calls. */
export const drain = async (world: World): Promise<void> => {
  // The runs inside a call were opened later.
  for (let index = world.runs.length - 1; index >= 0; index--) await drainRun(world, index);
  await world.lookAtAll();
  for (const { oracle, state } of world.runs) {
    assert(oracle.isEnded() && !oracle.isUntold && !owesOuter(oracle), 'a run never ends');
    assert.equal(state.run.lease, undefined, 'an ended run is held');
    assert.equal(state.run.dueAt, undefined, 'an ended run is due');
  }
};

const drainRun = async (world: World, at: number): Promise<void> => {
  const run = world.runs[at]!;
  for (let round = 0; round < ENOUGH && !isOver(run); round++) {
    const steps = stepsOf(world, at);
    for (const step of steps) await world.take({ step, fault: 'none' });
  }
};

const isOver = ({ oracle }: Tried): boolean =>
  oracle.isEnded() && !oracle.isUntold && !oracle.holder && !owesOuter(oracle);

const stepsOf = (world: World, at: number): readonly Step[] => {
  const { oracle } = world.runs[at]!;
  const due = oracle.due();
  const wait = typeof due === 'number' && due > world.now ? due - world.now : 0;
  const clock: Step = { type: 'clock', ticks: wait };
  if (oracle.pending().length > 0 && !oracle.holder) return [...everybodyDecides(at), clock];
  // The approval of an external call would lapse in the meantime.
  if (oracle instanceof ExternalOracle) return [nextStep(world, { type: 'work', pick: 0, at, plan: [] }) ?? clock];
  // A lost worker never returns, and a conversation that cannot be written is written later.
  if (oracle.holder) {
    const next = nextStep(world, { type: 'work', pick: 0, at, plan: [] });
    const isDone = next && 'at' in next && !GOES_ON.includes(next.type);
    if (!next) return [clock];
    return [isDone ? { type: 'complete', pick: 0, at: next.at } : next];
  }
  return [clock, nextStep(world, { type: 'work', pick: 0, at, plan: [] }) ?? clock];
};

/** What a worker does before all calls of a batch have results, and after the end. */
const GOES_ON: readonly Step['type'][] = ['start', 'revoke', 'ask-again', 'close'];

const everybodyDecides = (at: number): readonly Step[] =>
  PEOPLE.map((_, person) => ({
    type: 'decide',
    pick: 0,
    at,
    decision: { person, kind: 'approve', stale: 'no', amount: 0, isOpen: true },
  }));

/** Runs a whole sequence, and then lets every run end. */
export const tell = async (world: World, steps: readonly FaultyStep[]): Promise<void> => {
  for (const step of steps) await world.take(step);
  await drain(world);
  await world.assertHistories();
};
