import { toJson } from 'toolgate/model';
import type { BatchCall, PreparedCall, SavedResult, ToolCallResult, ToolHints } from 'toolgate/tool';
import { hashOf } from '../records/canonical-json.js';
import { definitionHashOf } from '../records/definition-hash.js';
import type { StoredApproval, ToolPart } from '../records/stored-approval.js';
import type { RunState, StoredSlot } from '../records/stored-run.js';
import { approvalTerms } from './approval-terms.js';
import { assertCallsKnown, revocationReason, revokeCalls } from './batch.js';
import { type Draft, addEvent, answerSlot, approvalOf, moveApproval, setApproval, setRun, stateOf } from './draft.js';
import { assertResuming, type Fence } from './lease.js';
import { waitAgain } from './wait-again.js';

/** A call whose tool has changed since a person was asked, with the question of the gate about it now. */
export interface ChangedCall {
  readonly prepared: PreparedCall;
  readonly question: NonNullable<BatchCall['question']>;
  readonly changed: readonly ToolPart[];
}

/** The calls of a run's batch for which approval is requested again. */
interface AskedBatch {
  readonly calls: readonly ChangedCall[];
  /** The calls that the gate no longer allows to run. */
  readonly answered: readonly SavedResult[];
  /** How long an approval waits if its requirement sets no `expiresInMs`, in milliseconds. */
  readonly expiresInMs: number;
}

/**
 * Suspends a run again at the same batch, because tools of approved calls have changed. Approval of each of these calls
 * is requested again.
 */
export const askBatchAgain = (draft: Draft, owner: Fence, { calls, answered, expiresInMs }: AskedBatch): RunState => {
  assertResuming(draft, owner);
  // Without this check, the next claim could start a call again while its body still runs.
  assertCallsKnown(draft);
  revokeCalls(draft, owner, answered);
  waitAgain(draft);
  for (const call of calls) {
    const approval = approvalOf(draft, draft.run.slots[call.prepared.index]!);
    if (approval?.status === 'APPROVED') askAgain(draft, approval, call, expiresInMs);
  }
  waitWithOthers(draft);
  addEvent(draft, 'SUSPENDED', { data: { round: draft.run.round } });
  return stateOf(draft);
};

/** Keeps approved calls from lapsing while others of their batch wait. The batch is settled again after the last one. */
export const waitWithOthers = (draft: Draft): void => {
  for (const approval of draft.approvals.values()) {
    if (approval.status !== 'APPROVED') continue;
    const { approvalExpiresAt: _, ...waiting } = approval;
    setApproval(draft, waiting, {});
  }
};

/** The outcome of a check of a pending call whose tool has changed. */
export type CheckedChange = {
  /** The definition and the revision that were checked. */
  readonly definitionHash: string;
  readonly revision: number;
  readonly expiresInMs: number;
} & (
  | { readonly type: 'ask'; readonly call: ChangedCall }
  /** The call does not run: its arguments do not fit the tool any more, or a strategy rejects it. */
  | { readonly type: 'answer'; readonly result: ToolCallResult }
);

/**
 * Asks again about a pending call whose tool has changed, or answers it. Returns undefined, and changes nothing, if the
 * approval is no longer the one that was checked.
 */
export const applyToolChange = (draft: Draft, id: string, change: CheckedChange): StoredApproval | undefined => {
  const approval = draft.approvals.get(id);
  const { definitionHash, revision } = change;
  if (approval?.status !== 'PENDING' || approval.revision !== revision) return undefined;
  if (approval.definitionHash !== definitionHash) return undefined;
  if (change.type === 'ask') return askAgain(draft, approval, change.call, change.expiresInMs);
  const { result } = change;
  answerSlot(draft, draft.run.slots[approval.index]!, result);
  return moveApproval(draft, approval, 'REVOKED', { decisionReason: revocationReason(result) });
};

/** Returns the next revision of an approval, without votes, for the present definition of its tool. */
const askAgain = (
  draft: Draft,
  approval: StoredApproval,
  { prepared, question, changed }: ChangedCall,
  expiresInMs: number,
): StoredApproval => {
  const { definition, metadata } = prepared.callback;
  const { id, revision, toolChanges = [], description } = approval;
  const definitionHash = definitionHashOf(prepared);
  const input = toJson(prepared.input);
  const argsHash = hashOf(input);
  const replaced = {
    revision,
    definitionHash: approval.definitionHash,
    ...(description !== undefined && { description }),
  };
  const next: StoredApproval = {
    ...withoutDecision(approval),
    description: definition.description,
    ...(metadata.hints && { hints: toJson(metadata.hints) as ToolHints }),
    definitionHash,
    arguments: input,
    argsHash,
    revision: revision + 1,
    toolChanges: [...toolChanges, { at: draft.now, ...replaced, changed }],
    ...approvalTerms(question, { now: draft.now, expiresInMs }),
    votes: [],
  };
  setSlotAgain(draft, approval.index, { input, argsHash, definitionHash, idempotent: metadata.idempotent === true });
  // A process without the tool uses the schema to show the arguments.
  draft.schemas.set(definitionHash, { hash: definitionHash, schema: definition.inputSchema });
  addEvent(draft, 'ASKED_AGAIN', {
    approval: id,
    data: { revision: revision + 1, definitionHash, changed: [...changed] },
  });
  return next.status === 'PENDING' ? setApproval(draft, next, {}) : moveApproval(draft, next, 'PENDING');
};

const withoutDecision = (approval: StoredApproval): StoredApproval => {
  const { hints: _, reason: _reason, metadata: _metadata, trace: _trace, answeredBy: _answeredBy, ...rest } = approval;
  const { question: _question, answer: _answer, answerHash: _answerHash, approvalExpiresAt: _expiry, ...asked } = rest;
  const { decidedBy: _by, decisionReason: _why, ...open } = asked;
  return open;
};

type AgainSlot = Pick<StoredSlot, 'input' | 'argsHash' | 'definitionHash' | 'idempotent'>;

// An earlier answer is removed: the requester answers the question of the present tool, if it has one.
const setSlotAgain = (draft: Draft, at: number, again: AgainSlot): void =>
  setRun(draft, {
    slots: draft.run.slots.map((slot) => {
      if (slot.index !== at) return slot;
      const { answer: _, answerHash: __, onlyAsks: ___, ...rest } = slot;
      return { ...rest, ...again };
    }),
  });
