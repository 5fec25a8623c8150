import * as fc from 'fast-check';
import type { ApprovalRequirement } from 'toolgate/approval';
import { type ExternalStep, externalSteps } from './external-steps.fixture.js';
import type { CallPlan } from './oracle-records.fixture.js';

/**
 * What the store does to one change: it works, it fails before it writes, or its reply is lost and the change is
 * retried.
 */
export type Fault = 'none' | 'before' | 'lost-reply';

/** A choice that is resolved when a step runs, so that any part of a sequence is a sequence. */
interface Picking {
  readonly pick: number;
  /** The index of the run, or of the claim, if it is known. */
  readonly at?: number;
}

/** One step of a sequence. */
export type Step =
  /** Opens a run, while a number of others try to open the same. */
  | { readonly type: 'open'; readonly plan: readonly CallPlan[]; readonly place?: number; readonly rivals?: number }
  /** Opens the run of one call outside of a turn, while the same request is made a number of times more. */
  | { readonly type: 'open-call'; readonly call: CallPlan; readonly place: number; readonly repeats: number }
  | ExternalStep
  | { readonly type: 'clock'; readonly ticks: number }
  /** Advances to the next event that the clock causes, plus or minus some ticks. */
  | { readonly type: 'clock-to-event'; readonly beside: number }
  | (Picking & { readonly type: 'decide'; readonly decision: DecisionPlan })
  | (Picking & { readonly type: 'decide-again'; readonly changed: boolean })
  | (Picking & { readonly type: 'cancel-question'; readonly person: number })
  /** `hasSeen`: the claimer has seen the run unchanged for the length of its lease. */
  /** `tool`: the definition of the tool in its process; absent if no other process uses the store. */
  | (Picking & { readonly type: 'claim'; readonly worker: number; readonly hasSeen?: boolean; readonly tool?: number })
  /** A worker finds that the tool has changed. */
  | (Picking & { readonly type: 'ask-again'; readonly tool: number })
  /** A process with another definition checks a pending call, while another one may change it. */
  | (Picking & {
      readonly type: 'change-tool';
      readonly tool: number;
      readonly fits: boolean;
      readonly isStale: boolean;
    })
  | (Picking & { readonly type: 'settle'; readonly index: number; readonly result: SettledAs })
  | (Picking & { readonly type: 'cancel-run' | 'leave-parked' | 'retry' })
  | (Picking & { readonly type: 'renew' | 'answer' | 'complete' | 'close' | 'release' })
  | (Picking & { readonly type: 'start'; readonly index: number; readonly isOtherInput: boolean })
  | (Picking & { readonly type: 'finish'; readonly succeeds: boolean })
  | (Picking & { readonly type: 'revoke'; readonly mask: number })
  | (Picking & { readonly type: 'begin' | 'suspend' | 'wait-inside'; readonly plan: readonly CallPlan[] })
  /** What passes between a run and the runs inside its calls. */
  | (Picking & { readonly type: 'answer-outer' | 'mark-answered' | 'cancel-inner' | 'mark-canceled' })
  | (Picking & { readonly type: 'fail'; readonly canRetry: boolean; readonly parks: boolean })
  /** The next sensible step, so that sequences get far. */
  | (Picking & { readonly type: 'work'; readonly plan: readonly CallPlan[] });

/** The outcome of a call that was unknown. */
export type SettledAs = 'success' | 'error' | 'abandoned';

/** A step, and what the store does to it. */
export interface FaultyStep {
  readonly step: Step;
  readonly fault: Fault;
}

/**
 * The decision of a person. `stale`: with another revision or other arguments than those of the record, or with an
 * edit that was checked on others.
 */
export interface DecisionPlan {
  readonly person: number;
  readonly kind: 'approve' | 'answer' | 'edit' | 'reject' | 'respond';
  readonly stale: 'no' | 'revision' | 'arguments' | 'check';
  /** One of a few ids, so that they are used again, or a new one. */
  readonly id?: number;
  readonly amount: number;
  /** The question of the strategy about edited arguments; absent if the requirement stays. */
  readonly asks?: ApprovalRequirement;
  /** Whether to prefer a question that is still open. */
  readonly isOpen: boolean;
  /** The roles of each person now, in the order of the people; null for a person who has left. Absent: as passed. */
  readonly present?: readonly (readonly string[] | null)[];
}

const nat = fc.nat(11);

const approvers = fc.constantFrom<ApprovalRequirement['approvers']>(
  undefined,
  undefined,
  { quorum: 2 },
  { roles: ['ops'] },
  { roles: ['ops'], quorum: 2 },
  { users: ['bob', 'ann'] },
  { users: ['ann'] },
  { users: ['dan'], roles: ['lead'], quorum: 2 },
  [{ roles: ['ops'] }, { roles: ['lead'] }],
  [{ roles: ['ops'], quorum: 2 }, { users: ['dan', 'ann'] }],
);

const requirement: fc.Arbitrary<ApprovalRequirement> = fc
  .record({
    approvers,
    fourEyes: fc.constantFrom(undefined, true),
    allowEdit: fc.constantFrom(true, true, true, undefined),
    expiresInMs: fc.constantFrom(undefined, 7, 20, 21),
    onTimeout: fc.constantFrom<ApprovalRequirement['onTimeout']>(undefined, undefined, undefined, 'reject', 'cancel'),
  })
  .map((all) => JSON.parse(JSON.stringify(all)) as ApprovalRequirement);

const callOf = (...kinds: readonly CallPlan['kind'][]): fc.Arbitrary<CallPlan> =>
  fc.record({ kind: fc.constantFrom(...kinds), idempotent: fc.boolean(), amount: fc.nat(3), requirement });

/** A batch with at least one question. */
const askedBatch = fc
  .tuple(
    callOf('asked', 'asked', 'asks', 'asks-and-asked'),
    fc.array(callOf('asked', 'asked', 'asks', 'asks-and-asked', 'allowed', 'answered'), { maxLength: 3 }),
    nat,
  )
  .map(([asked, others, place]) => {
    const at = place % (others.length + 1);
    return [...others.slice(0, at), asked, ...others.slice(at)];
  });

const freeBatch = fc.array(callOf('allowed', 'allowed', 'answered'), { minLength: 1, maxLength: 3 });

const decision: fc.Arbitrary<DecisionPlan> = fc.record({
  person: nat,
  kind: fc.constantFrom('approve', 'approve', 'approve', 'answer', 'answer', 'edit', 'edit', 'reject', 'respond'),
  stale: fc.constantFrom('no', 'no', 'no', 'no', 'no', 'no', 'revision', 'arguments', 'check'),
  id: fc.option(fc.nat(2), { nil: undefined, freq: 3 }),
  amount: fc.nat(3),
  asks: fc.option(requirement, { nil: undefined, freq: 2 }),
  isOpen: fc.constantFrom(true, true, true, false),
  present: fc.option(
    fc.array(fc.constantFrom<readonly string[] | null>(null, [], ['ops'], ['ops', 'lead']), {
      minLength: 5,
      maxLength: 5,
    }),
    { nil: undefined, freq: 2 },
  ),
});

const tool = fc.option(fc.nat(2), { nil: undefined, freq: 3 });

const settledAs = fc.constantFrom<SettledAs>('success', 'error', 'abandoned');

const weighted: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<Step>])[] = [
  [
    4,
    fc.record({
      type: fc.constant('open' as const),
      plan: askedBatch,
      place: nat,
      rivals: fc.constantFrom(0, 0, 1, 2),
    }),
  ],
  [
    3,
    fc.record({
      type: fc.constant('open-call' as const),
      call: callOf('asked', 'asked', 'asks', 'asks-and-asked', 'allowed', 'allowed', 'answered'),
      place: nat,
      repeats: fc.constantFrom(0, 0, 1, 2),
    }),
  ],
  ...externalSteps(callOf),
  [18, fc.record({ type: fc.constant('decide' as const), pick: nat, decision })],
  [4, fc.record({ type: fc.constant('decide-again' as const), pick: nat, changed: fc.boolean() })],
  [1, fc.record({ type: fc.constant('cancel-question' as const), pick: nat, person: nat })],
  [3, fc.record({ type: fc.constant('cancel-run' as const), pick: nat })],
  [5, fc.record({ type: fc.constant('clock' as const), ticks: fc.constantFrom(0, 1, 1, 3, 3, 9, 10, 25) })],
  [4, fc.record({ type: fc.constant('clock-to-event' as const), beside: fc.constantFrom(-1, 0, 0, 1) })],
  [
    4,
    fc.record({
      type: fc.constant('claim' as const),
      pick: nat,
      worker: nat,
      hasSeen: fc.constantFrom(false, false, true),
      tool,
    }),
  ],
  [
    4,
    fc.record({
      type: fc.constantFrom('renew' as const, 'answer' as const, 'complete', 'close', 'release'),
      pick: nat,
    }),
  ],
  [
    4,
    fc.record({
      type: fc.constant('start' as const),
      pick: nat,
      index: nat,
      isOtherInput: fc.constantFrom(false, false, false, true),
    }),
  ],
  [4, fc.record({ type: fc.constant('finish' as const), pick: nat, succeeds: fc.boolean() })],
  [2, fc.record({ type: fc.constant('revoke' as const), pick: nat, mask: fc.nat(15) })],
  [1, fc.record({ type: fc.constant('begin' as const), pick: nat, plan: freeBatch })],
  [1, fc.record({ type: fc.constant('suspend' as const), pick: nat, plan: askedBatch })],
  [3, fc.record({ type: fc.constant('wait-inside' as const), pick: nat, plan: askedBatch })],
  [
    3,
    fc.record({
      type: fc.constantFrom('answer-outer' as const, 'mark-answered' as const, 'cancel-inner', 'mark-canceled'),
      pick: nat,
    }),
  ],
  [
    2,
    fc.record({
      type: fc.constant('fail' as const),
      pick: nat,
      canRetry: fc.constantFrom(true, true, false),
      parks: fc.boolean(),
    }),
  ],
  [3, fc.record({ type: fc.constant('ask-again' as const), pick: nat, tool: fc.nat(2) })],
  [
    3,
    fc.record({
      type: fc.constant('change-tool' as const),
      pick: nat,
      tool: fc.nat(2),
      fits: fc.constantFrom(true, true, true, false),
      isStale: fc.constantFrom(false, false, false, true),
    }),
  ],
  [1, fc.record({ type: fc.constant('retry' as const), pick: nat })],
  [1, fc.record({ type: fc.constant('settle' as const), pick: nat, index: nat, result: settledAs })],
  [1, fc.record({ type: fc.constant('leave-parked' as const), pick: nat })],
  [40, fc.record({ type: fc.constant('work' as const), pick: nat, plan: askedBatch })],
];

const step = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const fault = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Fault>('none') },
  { weight: 1, arbitrary: fc.constant<Fault>('before') },
  { weight: 1, arbitrary: fc.constant<Fault>('lost-reply') },
);

const opening: fc.Arbitrary<FaultyStep> = fc.record({
  step: fc.record({ type: fc.constant('open' as const), plan: askedBatch, place: nat }),
  fault: fc.constant('none' as const),
});

/** Any sequence of steps; it starts with a run. */
export const sequences: fc.Arbitrary<readonly FaultyStep[]> = fc
  .tuple(opening, fc.array(fc.record({ step, fault }), { minLength: 1, maxLength: 60, size: 'max' }))
  .map(([first, others]) => [first, ...others]);
