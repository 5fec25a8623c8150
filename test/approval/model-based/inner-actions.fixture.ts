import type { BatchCall, ToolCallResult } from 'toolgate/tool';
import {
  answerOuterCall,
  markAnswered,
  markInnerCanceled,
} from '../../../libs/approval/src/transitions/answer-outer-call.js';
import { cancelRun } from '../../../libs/approval/src/transitions/cancel-run.js';
import type { OpenInner } from '../../../libs/approval/src/transitions/open-run.js';
import { waitInside } from '../../../libs/approval/src/transitions/wait-inside.js';
import { batchOf, suspensionOf } from './batches.fixture.js';
import { type CallPlan, REQUESTER, TICKS } from './oracle-records.fixture.js';
import { answerFromInner, markInner, markOuter, owesInner, owesOuter, waitForInner } from './oracle-inner.fixture.js';
import { RunOracle } from './oracle.fixture.js';
import type { Step } from './steps.fixture.js';
import type { Action, Session, Tried, World } from './world.fixture.js';

const MOST_RUNS = 7;

/** A run that a step opens inside a call, in the oracle: the store has it after the step. */
export type InnerRun = Omit<Tried, 'state'>;

/** Every started call of a batch waits for a run inside it, if no other worker is in the way. */
export const waitingInside = (world: World, { run, claim }: Session, plan: readonly CallPlan[]): Action | undefined => {
  const { oracle } = run;
  const started = oracle.calls.flatMap(({ state }, index) => (state === 'started' ? index : []));
  if (started.length === 0 || world.runs.length + started.length > MOST_RUNS) return undefined;
  const inner = new Map(started.map((index) => [index, `${run.id}/${world.fresh++}`]));
  const batch = batchOf(run.plans.at(-1)!, oracle.round).map((call) => withInner(call, { run, plan, inner }));
  return {
    run,
    real: (draft) => void waitInside(draft, claim, batch),
    model: () => {
      waitForInner(oracle, claim, inner);
      for (const id of inner.values()) world.opened.push(innerRun(id, run, plan));
    },
  };
};

const withInner = (
  call: BatchCall,
  {
    run,
    plan,
    inner,
  }: { readonly run: Tried; readonly plan: readonly CallPlan[]; readonly inner: ReadonlyMap<number, string> },
): BatchCall => {
  const id = inner.get(call.index);
  if (id === undefined) return call;
  const { tenant } = run.place;
  const opening: OpenInner = {
    id,
    suspension: suspensionOf(plan, id, 0),
    requester: { id: REQUESTER, tenant },
    expiresInMs: TICKS.expiry,
    parent: { run: run.id, index: call.index, callId: call.call.toolCallId, tool: call.call.toolName, depth: 1 },
  };
  return { ...call, inner: { runId: id, opening } };
};

const innerRun = (id: string, { id: outer, place, oracle: { now } }: Tried, plan: readonly CallPlan[]): InnerRun => {
  const oracle = new RunOracle(plan, now, place.tenant);
  oracle.parent = { outer, isAnswered: false };
  return { id, place: { tenant: place.tenant }, oracle, steps: 0, plans: [plan], ledger: new Map(), decided: [] };
};

type Passing = Extract<Step, { type: 'answer-outer' | 'mark-answered' | 'cancel-inner' | 'mark-canceled' }>;

/** A write that passes an outcome to the outer run, or a cancellation to an inner run; undefined if there is none. */
export const passing = (world: World, run: Tried, { type, pick }: Passing): Action | undefined => {
  if (type === 'answer-outer' || type === 'mark-answered') return passingOut(world, run, type);
  const waiting = run.oracle.calls.flatMap(({ state, inner }) => (state === 'waiting' && inner ? inner : []));
  const id = waiting[pick % Math.max(1, waiting.length)];
  const inner = world.runs.find((one) => one.id === id);
  if (!inner || !owesInner(run.oracle)) return undefined;
  if (type === 'cancel-inner') return inner.oracle.isEnded() ? undefined : canceling(inner);
  // It is marked only after its inner run was canceled, or had ended before.
  if (!inner.oracle.isEnded() && !inner.oracle.isCanceling) return undefined;
  return { run, real: (draft) => markInnerCanceled(draft, inner.id), model: (oracle) => markInner(oracle, inner.id) };
};

const canceling = (inner: Tried): Action => ({
  run: inner,
  real: (draft) => {
    // It may have ended by the time of the write.
    if (draft.run.status === 'suspended' || draft.run.status === 'resuming') cancelRun(draft, 'no more');
  },
  model: (oracle) => (oracle.isEnded() ? undefined : oracle.cancel()),
});

const passingOut = (world: World, run: Tried, type: Passing['type']): Action | undefined => {
  const { parent, status } = run.oracle;
  const outer = world.runs.find(({ id }) => id === parent?.outer);
  if (!outer || !run.oracle.isEnded()) return undefined;
  if (type === 'answer-outer') {
    const result = status === 'completed' ? 'success' : 'error';
    const answer: ToolCallResult = {
      output: { type: 'text', text: 'It has ended.' },
      outcome: result === 'success' ? { type: 'success' } : { type: 'error', kind: 'execution' },
    };
    return {
      run: outer,
      real: (draft) => answerOuterCall(draft, { innerRun: run.id, answer }),
      model: (oracle) => answerFromInner(oracle, run.id, result),
    };
  }
  const isPassed = outer.oracle.calls.every(({ inner, state }) => inner !== run.id || state !== 'waiting');
  if (!isPassed || !owesOuter(run.oracle)) return undefined;
  return { run, real: markAnswered, model: markOuter };
};
