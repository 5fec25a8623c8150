import { isList } from '#core';
import type { JsonSchema } from 'toolgate/model';
import { isoTime, isoTimes } from './iso-time.js';
import type { StoredApproval, StoredEdit, StoredNote, StoredToolChange, StoredVote } from './stored-approval.js';

/** One person's approval of one revision. */
export interface ApprovalVote extends Omit<StoredVote, 'at'> {
  /** ISO 8601, by the store's clock, like all times of a record. */
  readonly at: string;
}

/** The arguments before a person edited them. */
export interface ApprovalEdit extends Omit<StoredEdit, 'at'> {
  readonly at: string;
}

/** A person's reason for a decision that came too late. */
export interface ApprovalNote extends Omit<StoredNote, 'at'> {
  readonly at: string;
}

/** An earlier definition of the tool, which changed after approval was requested. Approval was then requested again. */
export interface ApprovalToolChange extends Omit<StoredToolChange, 'at'> {
  readonly at: string;
  /**
   * The earlier JSON Schema of the arguments. Only in the record that `get` returns, and only if the schema changed.
   */
  readonly inputSchema?: JsonSchema;
}

/** The description and the schema of a tool that this process sends to models now. */
export interface PresentTool {
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

type Renamed =
  | 'schema'
  | 'commands'
  | 'run'
  | 'outerRun'
  | 'callId'
  | 'tool'
  | 'votes'
  | 'edits'
  | 'notes'
  | 'toolChanges';
type Timed = 'createdAt' | 'updatedAt' | 'expiresAt' | 'approvalExpiresAt' | 'contentRemovedAt';

/** One call that waits, or waited, for a person. Plain JSON; its id authorizes nothing. */
export interface Approval extends Omit<StoredApproval, Renamed | Timed> {
  readonly runId: string;
  /** The run whose call waits for the run of this approval; absent if its turn was started outside of a call. */
  readonly outerRunId?: string;
  /** The provider's id of the call; it may repeat in another round. */
  readonly toolCallId: string;
  readonly toolName: string;
  readonly votes: readonly ApprovalVote[];
  readonly edits: readonly ApprovalEdit[];
  /** The definitions of the tool that were replaced, oldest first; absent if there are none. */
  readonly toolChanges?: readonly ApprovalToolChange[];
  /** Rejections that came too late to count. */
  readonly notes: readonly ApprovalNote[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string;
  /** When an approved call lapses unless it has started. */
  readonly approvalExpiresAt?: string;
  /** When its arguments, answers and results were removed, so that only their hashes remain; absent if they are stored. */
  readonly contentRemovedAt?: string;
  /**
   * The JSON Schema of the arguments at the time of the request. Only in the record that `get` returns; absent if an
   * earlier version requested the approval.
   */
  readonly inputSchema?: JsonSchema;
  /**
   * The JSON Schema of the answer that the call waits for, to the question of its tool or from a client tool, as this
   * process has it. Only in the record that `get` returns; absent if any JSON is accepted.
   */
  readonly answerSchema?: JsonSchema;
  /**
   * Whether the definition of the tool has changed since the request. Only in the record that `get` returns; absent if
   * this process does not have the tool.
   */
  readonly toolChanged?: boolean;
  /** The tool as this process has it. Only in the record that `get` returns, and only if `toolChanged` is true. */
  readonly presentTool?: PresentTool;
}

/** Converts a stored approval to the record that `ApprovalService` returns. */
export const approvalRecord = (stored: StoredApproval): Approval => {
  const { schema: _, commands: __, run: runId, outerRun, callId: toolCallId, tool: toolName, ...rest } = stored;
  const { approvalExpiresAt, contentRemovedAt, toolChanges, ...shown } = rest;
  return {
    ...shown,
    runId,
    ...(outerRun !== undefined && { outerRunId: outerRun }),
    toolCallId,
    toolName,
    votes: timed(rest.votes),
    edits: timed(rest.edits),
    ...(toolChanges && { toolChanges: timed(toolChanges) }),
    notes: timed(rest.notes),
    createdAt: isoTime(rest.createdAt),
    updatedAt: isoTime(rest.updatedAt),
    expiresAt: isoTime(rest.expiresAt),
    ...isoTimes({ approvalExpiresAt, contentRemovedAt }),
  };
};

// A damaged row may lack a list, and is still listed.
const timed = <T extends { readonly at: number }>(entries: readonly T[] | undefined) =>
  isList(entries) ? entries.map((entry) => ({ ...entry, at: isoTime(entry.at) })) : [];
