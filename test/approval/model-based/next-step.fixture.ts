import { PEOPLE } from './decisions.fixture.js';
import { owesInner, owesOuter } from './oracle-inner.fixture.js';
import { nextExternalStep } from './external-actions.fixture.js';
import { ExternalOracle } from './external-oracle.fixture.js';
import type { OracleCall } from './oracle-records.fixture.js';
import { askedAgain } from './oracle-tools.fixture.js';
import { pickOf } from './pick-of.fixture.js';
import type { Step } from './steps.fixture.js';
import type { World } from './world.fixture.js';

type Work = Extract<Step, { readonly type: 'work' }>;
type Doing = Exclude<
  Step,
  { readonly type: 'work' | 'open' | 'open-call' | 'open-external' | 'clock' | 'clock-to-event' }
>;

/** What people and workers would sensibly do next with a run. */
export const nextStep = (world: World, work: Work): Doing | undefined => {
  const run = world.runOf(work);
  if (!run) return undefined;
  const { pick, plan } = work;
  const at = world.runs.indexOf(run);
  const { oracle } = run;
  if (!oracle.holder) {
    const passed = passingStep(world, at, pick);
    if (passed) return passed;
    const open = oracle.pending();
    if (open.some(({ waitsForRequester }) => waitsForRequester)) return answer(at, pick);
    // Sometimes a person edits arguments that have an answer, which is refused.
    const isFixed = open.some(({ isOfTool }) => isOfTool) && pick % 6 >= 4;
    if (open.length > 0) return vote(at, pick, isFixed ? 'edit' : 'approve');
    if (oracle.isShelved) return { type: 'retry', pick, at };
    const unknown = oracle.calls.findIndex(({ state }) => state === 'unknown');
    // The outcome is still unknown.
    if (unknown >= 0 && pick % 4 === 3) return { type: 'leave-parked', pick, at };
    if (unknown >= 0) return { type: 'settle', pick, at, index: unknown, result: pickOf(SETTLED, pick)! };
    if (oracle instanceof ExternalOracle) return nextExternalStep(oracle, pick, at);
    return { type: 'claim', pick, at, worker: pick, ...(pick % 3 === 2 && { tool: pick % 2 }) };
  }
  if (oracle instanceof ExternalOracle) return nextExternalStep(oracle, pick, at);
  const session = world.sessions.findLastIndex(({ run: its, claim }) => its === run && oracle.isHeldBy(claim));
  if (session < 0) return undefined;
  return heldStep(world, { session, pick, plan });
};

/** The next write to the outer run or to an inner run, or the next step of an inner run; undefined if there is none. */
const passingStep = (world: World, at: number, pick: number): Doing | undefined => {
  const { id, oracle } = world.runs[at]!;
  if (owesOuter(oracle) && !oracle.isUntold) {
    const outer = world.runs.find((one) => one.id === oracle.parent!.outer)!;
    const isPassed = !outer.oracle.calls.some(({ state, inner }) => state === 'waiting' && inner === id);
    return { type: isPassed ? 'mark-answered' : 'answer-outer', pick, at };
  }
  const waiting = oracle.calls.filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return undefined;
  if (owesInner(oracle)) {
    const index = waiting.findIndex(({ isInnerCanceled }) => !isInnerCanceled);
    const inner = world.runs.find((one) => one.id === waiting[index]!.inner)!;
    const isTold = inner.oracle.isEnded() || inner.oracle.isCanceling;
    return { type: isTold ? 'mark-canceled' : 'cancel-inner', pick: index, at };
  }
  const inner = world.runs.findIndex((one) => one.id === pickOf(waiting, pick)!.inner);
  return nextStep(world, { type: 'work', pick, at: inner, plan: [] });
};

const vote = (at: number, pick: number, kind: 'approve' | 'edit'): Doing => ({
  type: 'decide',
  pick,
  at,
  decision: { person: pick % PEOPLE.length, kind, stale: 'no', amount: 0, isOpen: true },
});

// The requester answers sooner or later, whichever question is picked.
const answer = (at: number, pick: number): Doing => ({
  type: 'decide',
  pick,
  at,
  decision: {
    person: pick % 3 === 2 ? pick : 0,
    kind: pick % 4 === 3 ? 'approve' : 'answer',
    stale: 'no',
    amount: pick % 4,
    isOpen: true,
  },
});

interface HeldWork extends Omit<Work, 'type'> {
  readonly session: number;
}

const heldStep = (world: World, { session, pick, plan }: HeldWork): Doing | undefined => {
  const { run, claim } = world.sessions[session]!;
  const { oracle } = run;
  // The session is identified by its place.
  const held = { pick: session, at: session };
  if (oracle.isEnded()) return { type: 'close', ...held };
  const { tool } = claim;
  const isOpen = oracle.calls.some(({ state }) => state === 'started');
  const isChanged = (call: OracleCall) => tool !== undefined && call.definition !== tool;
  // A worker checks the tools of the whole batch before it starts a call.
  const changed = oracle.calls.findIndex((call) => call.state === 'ready' && isChanged(call));
  if (tool !== undefined && changed >= 0 && !isOpen) {
    return askedAgain(oracle, tool).length > 0
      ? { type: 'ask-again', ...held, tool }
      : { type: 'revoke', ...held, mask: 1 << changed };
  }
  const ready = oracle.calls.findIndex((call) => call.state === 'ready' && !isChanged(call));
  if (ready >= 0) {
    const isOtherInput = oracle.calls[ready]!.answer !== undefined && pick % 6 >= 4;
    return { type: 'start', ...held, index: ready, isOtherInput };
  }
  const body = world.bodies.findLastIndex(
    ({ session, round, index }) =>
      session.claim === claim && round === oracle.round && oracle.calls[index]!.state === 'started',
  );
  if (isOpen && body >= 0 && pick % 8 === 7 && plan.length > 0) return { type: 'wait-inside', ...held, plan };
  if (isOpen) return body < 0 ? undefined : { type: 'finish', pick: body, succeeds: pick % 5 !== 0 };
  const what = pickOf(['complete', 'begin', 'suspend', 'answer'] as const, pick)!;
  // A turn without a call has nothing to wait for.
  if (what === 'suspend' && plan.length === 0) return { type: 'complete', ...held };
  if (what === 'begin')
    return {
      type: what,
      ...held,
      plan: plan.filter(({ kind }) => kind === 'allowed' || kind === 'answered').concat(FREE),
    };
  return what === 'suspend' ? { type: what, ...held, plan } : { type: what, ...held };
};

const SETTLED = ['success', 'error', 'abandoned'] as const;

const FREE = { kind: 'allowed', idempotent: false, amount: 1, requirement: {} } as const;
