import { toJson } from 'toolgate/model';
import type { SavedRequest, Suspension } from 'toolgate/chat';
import type { BatchCall, ToolHints } from 'toolgate/tool';
import type { StoredApproval } from '../records/stored-approval.js';
import type { TenantRequester } from '../requester/requester.js';
import type { CheckpointChange, RunParent, StoredRun, RunCheckpoint, RunState } from '../records/stored-run.js';
import type { ChangeRun, OpenedRun } from '../store/approval.store.js';
import { RunConflictException, SuspensionException } from '../errors/approval.errors.js';
import { approvalTerms } from './approval-terms.js';
import { leaveBatch } from './batch.js';
import { type Draft, addEvent, closeDraft, newDraft, stateOf } from './draft.js';
import { assertResuming, type Fence } from './lease.js';
import { slotsOf } from './slots-of.js';
import { waitAgain } from './wait-again.js';

/** A batch that waits, with the request and the state of the loop from which its run resumes. */
export type WaitingBatch = Omit<Suspension, 'turn' | 'offered'>;

/** The data of a suspension. All of it is computed before the transaction begins. */
export interface OpenBatch {
  /** The id of the run. */
  readonly id: string;
  readonly suspension: WaitingBatch;
  readonly requester: TenantRequester;
  /** How long an approval waits if its requirement sets no `expiresInMs`, in milliseconds. */
  readonly expiresInMs: number;
}

/** The records of a run that has been opened, and those of the runs inside its calls. */
export interface OpenedTurn extends RunState {
  readonly inner: readonly RunState[];
}

/** Opens a run at its first suspension: the run, its checkpoint and its approvals in one transaction. */
export const openRun = (opened: OpenBatch): ChangeRun<OpenedTurn> => {
  const { id, suspension } = opened;
  const { request, loop } = suspension;
  const run = newRun(opened, { client: request.client });
  return (state, now) => {
    if (state) throw new RunConflictException(id, 'is already suspended. Resume it instead');
    const draft = newDraft(run, now);
    suspendNew(draft, opened);
    const change = closeDraft(draft, undefined);
    const checkpoint: RunCheckpoint = { schema: 1, request, loop };
    // The store checks `alone`, because another turn of the conversation may have been suspended since this one was
    // admitted.
    const result = { run: change.run!, approvals: change.approvals!, inner: statesOf(change.opens) };
    return { ...change, checkpoint, alone: true, result };
  };
};

/** The data of a turn inside a call that has to wait. It is opened together with the run of the call. */
export interface OpenInner extends OpenBatch {
  readonly parent: RunParent;
}

const innerOf = ({ inner }: BatchCall): readonly OpenInner[] => (inner ? [inner.opening as OpenInner] : []);

/**
 * Returns the records of the turns that wait inside the calls of a batch, and of those inside them. Throws
 * `SuspensionException` if two of them are of one conversation, which has one turn at a time.
 */
export const innerRunsOf = (batch: readonly BatchCall[], now: number): readonly OpenedRun[] => {
  const opened = batch.flatMap(innerOf).flatMap((inner) => openInner(inner, now));
  const conversations = opened.flatMap(({ run }) => run.conversation ?? []);
  const twice = conversations.find((one, index) => conversations.indexOf(one) !== index);
  if (twice === undefined) return opened;
  throw new SuspensionException(
    `Two turns of agents would wait in the conversation ${JSON.stringify(twice)}, which has one turn at a time. Nothing was saved. Give each call of an agent a conversation of its own, or none.`,
  );
};

const openInner = (opened: OpenInner, now: number): readonly OpenedRun[] => {
  const { suspension, parent } = opened;
  const { request, loop } = suspension;
  const run = newRun(opened, { client: request.client, parent });
  const draft = newDraft(run, now);
  suspendNew(draft, opened);
  const { run: written, opens = [], result: _, checkpoint: __, ...records } = closeDraft(draft, undefined);
  return [{ ...records, run: written!, checkpoint: { schema: 1, request, loop } }, ...opens];
};

/** Returns the states of opened runs. */
export const statesOf = (opens: readonly OpenedRun[] = []): readonly RunState[] =>
  opens.map(({ run, approvals = [] }) => ({ run, approvals }));

/** Returns a run that waits, before it is written. */
export const newRun = (
  { id, suspension: { request, loop, batch }, requester }: OpenBatch,
  about: Pick<StoredRun, 'kind' | 'client' | 'requestId' | 'parent'>,
): StoredRun => ({
  schema: 1,
  ...about,
  id,
  tenant: requester.tenant,
  ...(request.conversation !== undefined && { conversation: request.conversation }),
  requester,
  status: 'suspended',
  version: 0,
  fence: 0,
  round: loop.round,
  slots: slotsOf(batch, id, loop.round),
  // A turn inside a call may have started tools.
  hasEffects: loop.exchanges.length > 0 || batch.some(({ inner }) => inner !== undefined),
  createdAt: 0,
  updatedAt: 0,
  failures: 0,
});

/** Adds the approvals of the waiting calls to a new run, and the runs inside its calls. */
export const suspendNew = (draft: Draft, { suspension, expiresInMs }: OpenBatch): void => {
  const { batch, request } = suspension;
  draft.isChanged = true;
  addApprovals(draft, batch, request, expiresInMs);
  draft.opens.push(...innerRunsOf(batch, draft.now));
  addEvent(draft, 'SUSPENDED', { data: { round: draft.run.round } });
};

/** The data of a further suspension of a run. */
interface NextWait extends Omit<OpenBatch, 'id' | 'requester'> {
  /** The change of its checkpoint. @default the whole checkpoint */
  readonly checkpoint?: CheckpointChange;
}

/** Suspends a run again, at another batch. */
export const suspendAgain = (
  draft: Draft,
  owner: Fence,
  { suspension, expiresInMs, checkpoint }: NextWait,
): RunState => {
  assertResuming(draft, owner);
  const { request, loop, batch } = suspension;
  leaveBatch(draft);
  waitAgain(draft, { slots: slotsOf(batch, draft.run.id, loop.round), round: loop.round });
  addApprovals(draft, batch, request, expiresInMs);
  draft.checkpoint = checkpoint ?? { schema: 1, request, loop };
  addEvent(draft, 'SUSPENDED', { data: { round: loop.round } });
  return stateOf(draft);
};

type WaitingCall = Required<Pick<BatchCall, 'index' | 'question' | 'prepared'>>;

interface ApprovalSetting {
  readonly expiresInMs: number;
  readonly traceParent?: string;
}

const addApprovals = (
  draft: Draft,
  batch: readonly BatchCall[],
  { traceParent }: SavedRequest,
  expiresInMs: number,
): void => {
  const setting = { expiresInMs, traceParent };
  for (const call of batch) {
    const { index, question, prepared } = call;
    if (!question) continue;
    if (!prepared) throw neverValidated(draft.run, index);
    const approval = newApproval(draft, { index, question, prepared }, setting);
    draft.approvals.set(approval.id, approval);
    draft.changed.add(approval.id);
    const { definitionHash: hash } = approval;
    // A process without the tool uses the schema to show the arguments.
    draft.schemas.set(hash, { hash, schema: prepared.callback.definition.inputSchema });
    addEvent(draft, 'PENDING', { approval: approval.id });
  }
};

const newApproval = (
  { run, now }: Draft,
  { index, question, prepared }: WaitingCall,
  { expiresInMs, traceParent }: ApprovalSetting,
): StoredApproval => {
  const slot = run.slots[index];
  const { approval: id, definitionHash, input, argsHash } = slot ?? {};
  if (!slot || !id || !definitionHash || !input || !argsHash) throw neverValidated(run, index);
  const { definition, metadata } = prepared.callback;
  return {
    schema: 1,
    id,
    run: run.id,
    ...(run.parent && { outerRun: run.parent.run }),
    tenant: run.tenant,
    ...(run.conversation !== undefined && { conversation: run.conversation }),
    round: run.round,
    index,
    callId: slot.callId,
    tool: slot.tool,
    description: definition.description,
    ...(metadata.hints && { hints: toJson(metadata.hints) as ToolHints }),
    definitionHash,
    arguments: input,
    argsHash,
    revision: 1,
    edits: [],
    requester: run.requester,
    ...approvalTerms(question, { now, expiresInMs }),
    votes: [],
    commands: [],
    status: 'PENDING',
    version: 1,
    createdAt: now,
    updatedAt: now,
    notes: [],
    idempotencyKey: slot.idempotencyKey,
    ...(traceParent !== undefined && { traceParent }),
  };
};

const neverValidated = ({ id }: StoredRun, index: number): Error =>
  new Error(`The call ${index} of the run ${id} waits, and was never validated. Report this as a bug.`);
