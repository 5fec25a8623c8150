import type { CallPlan } from './oracle-records.fixture.js';
import type { DecisionPlan, Fault, FaultyStep, Step } from './steps.fixture.js';

/** A sequence that failed once, as short as it could be made. */
export interface FoundSequence {
  readonly what: string;
  /** The seed that found it. */
  readonly seed: number;
  readonly steps: readonly FaultyStep[];
}

const call = (plan: Partial<CallPlan> = {}): CallPlan => ({
  kind: 'asked',
  idempotent: false,
  amount: 0,
  requirement: { allowEdit: true },
  ...plan,
});

const decision = (plan: Pick<DecisionPlan, 'person' | 'kind'> & Partial<DecisionPlan>): DecisionPlan => ({
  stale: 'no',
  amount: 0,
  isOpen: true,
  ...plan,
});

const step = (step: Step, fault: Fault = 'none'): FaultyStep => ({ step, fault });

/** Every sequence that ever failed; each test run repeats them all. */
export const found: readonly FoundSequence[] = [
  {
    what: 'a late rejection that was sent twice was noted twice',
    seed: -121191832,
    steps: [
      step({ type: 'open', plan: [call()] }),
      step({ type: 'work', pick: 0, plan: [call()] }),
      step({ type: 'decide', pick: 0, decision: decision({ person: 0, kind: 'reject' }) }),
      step({ type: 'decide-again', pick: 2, changed: false }),
    ],
  },
  {
    what: 'a batch counted as settled when a reader loaded it, not when its last question expired',
    seed: -1631116375,
    steps: [step({ type: 'open', plan: [call()] }), step({ type: 'clock-to-event', beside: 1 }, 'before')],
  },
  {
    what: 'a failed attempt that was reported twice counted as a lost run',
    seed: -85481253,
    steps: [
      step({ type: 'open', plan: [call()] }),
      step({ type: 'decide', pick: 0, decision: decision({ person: 0, kind: 'approve' }) }),
      step({ type: 'work', pick: 0, plan: [call()] }),
      step({ type: 'fail', pick: 0, canRetry: true, parks: false }),
      step({ type: 'fail', pick: 0, canRetry: true, parks: false }),
    ],
  },
  {
    what: 'a failed run continued with another batch',
    seed: -1031138415,
    steps: [
      step({ type: 'open', plan: [call()] }),
      step({ type: 'work', pick: 0, plan: [call()] }),
      step({ type: 'work', pick: 0, plan: [call()] }),
      step({ type: 'fail', pick: 0, canRetry: false, parks: false }),
      step({ type: 'begin', pick: 0, plan: [call({ kind: 'allowed' })] }),
    ],
  },
  {
    what: 'the result of a body was lost if its run had failed in the meantime',
    seed: 1347983466,
    steps: [
      step({ type: 'open', plan: [call()] }),
      step({ type: 'work', pick: 0, plan: [call()] }),
      step({ type: 'claim', pick: 0, worker: 0 }),
      step({ type: 'start', pick: 0, index: 0, isOtherInput: false }),
      step({ type: 'fail', pick: 0, canRetry: false, parks: false }, 'lost-reply'),
      step({ type: 'finish', pick: 0, succeeds: false }, 'lost-reply'),
    ],
  },
  {
    what: 'a canceled run reported a call as not started after its body had begun',
    seed: -677936369,
    steps: [
      step({ type: 'open', plan: [call({ idempotent: true })] }),
      step({ type: 'work', pick: 0, plan: [call()] }),
      step({ type: 'work', pick: 0, plan: [call()] }),
      step({ type: 'work', pick: 0, plan: [call()] }),
      step({ type: 'clock-to-event', beside: 0 }),
      step({ type: 'work', pick: 0, plan: [call()] }),
      step({ type: 'clock', ticks: 10 }, 'lost-reply'),
      step({ type: 'cancel-run', pick: 0 }),
    ],
  },
  {
    what: 'a call was revoked after its body had begun, and its approval never ended',
    seed: 734745140,
    steps: [
      step({ type: 'open', plan: [call({ idempotent: true })] }),
      step({ type: 'work', pick: 0, plan: [call()] }),
      step({ type: 'claim', pick: 0, worker: 0 }),
      step({ type: 'work', pick: 0, plan: [call()] }),
      step({ type: 'release', pick: 0 }),
      step({ type: 'claim', pick: 0, worker: 0 }),
      step({ type: 'revoke', pick: 0, mask: 7 }),
    ],
  },
  {
    what: 'the oracle claimed a call whose approval had lapsed while a lost process leased it',
    seed: -2033470674,
    steps: [
      step({ type: 'open-call', call: call(), place: 0, repeats: 0 }),
      step({ type: 'decide', pick: 0, decision: decision({ person: 0, kind: 'approve' }) }),
      step({ type: 'clock', ticks: 9 }),
      step({ type: 'work', pick: 0, plan: [call()] }),
      step({ type: 'clock', ticks: 4 }),
      step({ type: 'claim', pick: 0, worker: 0, hasSeen: true }),
    ],
  },
  {
    what: 'the oracle took an outcome that a person had reported for the one that the application reported later',
    seed: 168874552,
    steps: [
      step({ type: 'open-external', call: call(), place: 0, repeats: 0 }),
      step({ type: 'work', pick: 0, plan: [call()] }),
      step({ type: 'work', pick: 0, plan: [call()] }),
      step({ type: 'cancel-run', pick: 0 }),
      step({ type: 'settle', pick: 0, index: 0, result: 'success' }),
      step({ type: 'finish-external', pick: 0, token: 0, succeeds: true }),
    ],
  },
  {
    what: 'a worker of the sequence started a call before it asked again about another one of its batch',
    seed: 366181777,
    steps: [
      step({ type: 'open', plan: [call(), call()], place: 0 }),
      step({ type: 'work', pick: 2, plan: [call()] }),
      step({ type: 'change-tool', pick: 0, tool: 1, fits: true, isStale: false }),
      step({ type: 'work', pick: 0, plan: [call()] }),
      step({ type: 'work', pick: 0, plan: [call()] }, 'lost-reply'),
      step({ type: 'clock-to-event', beside: 1 }),
      step({ type: 'claim', pick: 0, worker: 0, hasSeen: false, tool: 1 }),
      step({ type: 'work', pick: 0, plan: [call()] }),
    ],
  },
];
