import type { Approval } from './approval.js';

/** An approval as a user interface may show it, under the names that a suspended turn and a stream use. */
export interface ApprovalView
  extends
    Pick<Approval, 'id' | 'runId' | 'toolCallId' | 'toolName' | 'description' | 'status' | 'tenant' | 'arguments'>,
    Pick<Approval, 'revision' | 'argsHash' | 'createdAt' | 'expiresAt' | 'reason' | 'damaged'>,
    Pick<Approval, 'votes' | 'notes' | 'decidedBy' | 'decisionReason' | 'response'> {
  /** The id of the requester. */
  readonly requester: string;
  /** A message for the approver. */
  readonly message?: string;
  /** Whether an approval may edit the arguments. */
  readonly allowEdit: boolean;
  readonly edits: readonly Pick<Approval['edits'][number], 'editor' | 'at' | 'before'>[];
}

/** Returns the data that a person decides on, and the outcome, without fields that only the framework needs. */
export const approvalView = (approval: Approval): ApprovalView => {
  const { id, runId, toolCallId, toolName, status, tenant, revision, argsHash, createdAt, expiresAt } = approval;
  const { requester, requirement, votes, notes, edits } = approval;
  const { description, reason, damaged, decidedBy, decisionReason, response } = approval;
  const optional = { message: requirement.message, description, reason, damaged, decidedBy, decisionReason, response };
  return {
    id,
    runId,
    toolCallId,
    toolName,
    status,
    tenant,
    arguments: approval.arguments,
    revision,
    argsHash,
    createdAt,
    expiresAt,
    requester: requester.id,
    allowEdit: requirement.allowEdit === true,
    votes,
    notes,
    edits: edits.map(({ editor, at, before }) => ({ editor, at, before })),
    ...present(optional),
  };
};

const present = <T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
