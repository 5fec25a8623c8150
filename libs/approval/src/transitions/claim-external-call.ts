import type { JsonObject } from 'toolgate/model';
import { externalProblem } from '../errors/external-call.errors.js';
import { isAltered } from '../records/argument-damage.js';
import { type ApprovalStatus, mayStart, type StoredApproval } from '../records/stored-approval.js';
import type { StoredSlot } from '../records/stored-run.js';
import { approvalOf, type Draft, moveApproval, setRun, setSlot, addEvent } from './draft.js';
import { resultWithoutExecution } from './results.js';

/** A claim of an external call. */
interface CallClaim {
  readonly argsHash: string;
  /** Identifies the attempt, and renews it. */
  readonly token: string;
  readonly leaseMs: number;
}

/** The answer to a claim: the call may start, or not. */
export type ClaimedCall =
  | {
      readonly answer: 'start';
      readonly arguments: JsonObject;
      readonly idempotencyKey: string;
      readonly attempt: number;
      readonly until: number;
    }
  | { readonly answer: 'no'; readonly status: ApprovalStatus };

/** The worker of the lease of a claimed call: the token alone identifies the claimer. */
const CLAIMER = 'external';

/**
 * Claims an approved external call, or renews the claim of the same token. An idempotent call whose lease is over may be
 * claimed again. Throws `ExternalCallException` if the call is not approved or has other arguments.
 */
export const claimExternalCall = (draft: Draft, id: string, claim: CallClaim): ClaimedCall => {
  const { approval, slot } = externalCallOf(draft, id);
  const { status } = approval;
  assertClaimable(approval, slot, claim);
  if (status === 'APPROVED') return start(draft, approval, slot, claim);
  if (status !== 'EXECUTING') return { answer: 'no', status };
  // Without a lease only an idempotent call is still executing.
  if (!draft.run.lease) return start(draft, approval, slot, claim);
  return slot.token === claim.token ? lease(draft, slot, claim) : { answer: 'no', status };
};

/** Returns an approval of an external call, and its call. */
export const externalCallOf = (
  draft: Draft,
  id: string,
): { readonly approval: StoredApproval; readonly slot: StoredSlot } => {
  const slot = draft.run.slots.find(({ approval }) => approval === id);
  const approval = slot && approvalOf(draft, slot);
  if (draft.run.kind === 'external' && slot && approval) return { approval, slot };
  throw externalProblem('not-found', id, 'does not exist. Check the id and the tenant.');
};

const assertClaimable = (approval: StoredApproval, slot: StoredSlot, { argsHash }: CallClaim): void => {
  const { id, status } = approval;
  if (status === 'PENDING')
    throw externalProblem('not-approved', id, 'is not approved yet. Claim it after the decision.');
  const denied = resultWithoutExecution(approval);
  if (denied)
    throw externalProblem('ended', id, `will not run: it is ${status}. Request it again with a new requestId.`);
  if (approval.argsHash !== argsHash || slot.argsHash !== argsHash) {
    throw externalProblem('hash-mismatch', id, 'has other arguments. Read the approval again, and use its arguments.');
  }
  if (mayStart(status) && isAltered(slot.input, argsHash))
    throw externalProblem('damaged', id, 'has stored arguments that do not match their hash. Cancel it.');
};

const start = (draft: Draft, approval: StoredApproval, slot: StoredSlot, claim: CallClaim): ClaimedCall => {
  const { token } = claim;
  const attempt = slot.attempt + 1;
  if (approval.status === 'APPROVED') moveApproval(draft, approval, 'EXECUTING');
  else addEvent(draft, 'STARTED', { approval: approval.id, data: { index: slot.index, attempt } });
  setSlot(draft, slot.index, { state: 'started', attempt, token });
  setRun(draft, { status: 'resuming', fence: draft.run.fence + 1, hasEffects: true, retryAt: undefined });
  return lease(draft, { ...slot, attempt }, claim);
};

const lease = (
  draft: Draft,
  { input = {}, idempotencyKey, attempt }: StoredSlot,
  { leaseMs }: CallClaim,
): ClaimedCall => {
  const until = draft.now + leaseMs;
  setRun(draft, { lease: { worker: CLAIMER, until } });
  return { answer: 'start', arguments: input, idempotencyKey, attempt, until };
};
