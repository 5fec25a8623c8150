import type { StoredApproval, ApprovalStore, StoredRun, RunState } from 'toolgate/approval';
import { transition } from '../../../libs/approval/src/transitions/transition.js';
import { hashOfAnswer, hashOfArgs, hashOfTool } from './batches.fixture.js';
import { type RunOracle } from './oracle.fixture.js';
import { type OracleQuestion, TICKS } from './oracle-records.fixture.js';

/** The durations of the tested system. */
export const TIMES = { approvalLapsesInMs: TICKS.lapse };

/** A run as a reader finds it. */
export const lookAt = (state: RunState, now: number): RunState => {
  const { run, approvals = [] } = transition(TIMES, () => undefined)(state, now);
  const changed = new Map(approvals.map((approval) => [approval.id, approval]));
  return { run: run ?? state.run, approvals: state.approvals.map((approval) => changed.get(approval.id) ?? approval) };
};

const resultOf = ({ result }: StoredRun['slots'][number]): string | undefined => {
  const outcome = result?.outcome;
  if (outcome?.type === 'denied') return outcome.decision;
  return outcome?.type === 'error' && outcome.kind === 'invalid-arguments' ? 'invalid' : outcome?.type;
};

const placeOf = ({ round, index }: { readonly round: number; readonly index: number }): string => `${round}:${index}`;

const approvalView = (approval: StoredApproval) => ({
  place: placeOf(approval),
  status: approval.status,
  revision: approval.revision,
  hash: approval.argsHash,
  requirement: approval.requirement,
  waitsForRequester: approval.answeredBy === 'requester' && approval.status === 'PENDING',
  answer: approval.answerHash,
  edits: approval.edits.length,
  votes: approval.votes.map(({ voter }) => voter),
  notes: approval.notes.length,
  expiresAt: approval.expiresAt,
  lapsesAt: approval.approvalExpiresAt,
  replaced: approval.toolChanges?.map(({ definitionHash }) => definitionHash) ?? [],
});

const questionView = (question: OracleQuestion) => ({
  place: placeOf(question),
  status: question.status,
  revision: question.revision,
  hash: hashOfArgs(question.args),
  requirement: question.requirement,
  waitsForRequester: question.waitsForRequester && question.status === 'PENDING',
  answer: question.answer === undefined ? undefined : hashOfAnswer(question.answer),
  edits: question.edits,
  votes: question.voters.map(({ id }) => id),
  notes: question.notes,
  expiresAt: question.expiresAt,
  lapsesAt: question.lapsesAt,
  replaced: question.replaced.map(hashOfTool),
});

const byPlace = <T extends { readonly place: string }>(views: readonly T[]): readonly T[] =>
  [...views].sort((a, b) => a.place.localeCompare(b.place));

// All times in the past are equal.
const waitUntil = (time: number | undefined, now: number): number | undefined =>
  time !== undefined && time > now ? time : undefined;

/** The part of a run that is compared with the oracle. */
export const viewOf = ({ run, approvals }: RunState, now: number) => ({
  status: run.status,
  fence: run.fence,
  lease: run.lease && { worker: run.lease.worker, until: run.lease.until },
  round: run.round,
  settledAt: run.settledAt,
  failures: run.failures,
  attempts: run.attempts?.length ?? 0,
  isShelved: run.parked !== undefined,
  retryAt: waitUntil(run.retryAt, now),
  hasEffects: run.hasEffects,
  isUntold: run.closing !== undefined,
  isCanceling: run.canceling !== undefined,
  calls: run.slots.map((slot) => ({
    state: slot.state,
    starts: slot.attempt,
    hash: slot.argsHash,
    tool: slot.definitionHash,
    result: resultOf(slot),
    inner: slot.innerRun,
    isInnerCanceled: slot.innerCanceled === true,
  })),
  isAnswered: run.parent?.isAnswered === true,
  approvals: byPlace(approvals.map(approvalView)),
});

/** The same part of an oracle. */
export const oracleView = (oracle: RunOracle): ReturnType<typeof viewOf> => ({
  status: oracle.status,
  fence: oracle.fence,
  lease: oracle.holder && { ...oracle.holder },
  round: oracle.round,
  settledAt: oracle.settledAt,
  failures: oracle.failures,
  attempts: oracle.attempts,
  isShelved: oracle.isShelved,
  retryAt: waitUntil(oracle.retryAt, oracle.now),
  hasEffects: oracle.hasEffects,
  isUntold: oracle.isUntold,
  isCanceling: oracle.isCanceling,
  calls: oracle.calls.map(({ state, starts, args, definition, result, inner, isInnerCanceled }) => ({
    state,
    starts,
    hash: result === 'invalid' ? undefined : hashOfArgs(args),
    tool: result === 'invalid' ? undefined : hashOfTool(definition),
    result,
    inner,
    isInnerCanceled: isInnerCanceled === true,
  })),
  isAnswered: oracle.parent?.isAnswered === true,
  approvals: byPlace(oracle.questions.map(questionView)),
});

/** A tested store. */
export interface StoreUnderTest {
  readonly store: ApprovalStore;
  /** Sets the store's clock. */
  setClock(now: number): void;
}
