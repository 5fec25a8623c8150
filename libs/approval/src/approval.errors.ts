import { keepUnlogged } from 'toolgate/chat';
import type { PendingApproval } from 'toolgate/tool';
import { type Approval, approvalRecord } from './records/approval.js';
import type { StoredApproval } from './records/stored-approval.js';
import type { ApprovalTraceEntry } from './tool-approval-decision.js';

/** What is known of a failed decision beside its problem. */
export interface ToolApprovalFailure {
  readonly toolName?: string;
  readonly cause?: unknown;
  readonly trace?: readonly ApprovalTraceEntry[];
}

/** A strategy failed, took too long, or decided nothing that is a decision. An error never approves: nothing of the batch ran. */
export class ToolApprovalException extends Error {
  override readonly name = 'ToolApprovalException';

  /** Present after the gate has received it from a strategy. */
  readonly toolName?: string;
  /** What each part of a composition returned. */
  readonly trace?: readonly ApprovalTraceEntry[];

  constructor(
    /** What went wrong, such as `policy engine unavailable`. */
    readonly problem: string,
    { toolName, cause, trace }: ToolApprovalFailure = {},
  ) {
    const text =
      toolName === undefined
        ? problem
        : `The approval of "${toolName}" failed: ${problem.replace(/\.$/, '')}. Nothing of this batch ran.`;
    super(text, cause === undefined ? undefined : { cause });
    if (toolName !== undefined) this.toolName = toolName;
    if (trace) this.trace = trace;
  }

  toJSON(): object {
    const { name, message, toolName } = this;
    return { name, message, toolName };
  }
}

/** Why a decision does not count, as one word; each has a status of HTTP. */
export type DecisionProblem = keyof typeof PROBLEMS;

const PROBLEMS = {
  'not-found': 'There is no such approval.',
  'not-eligible': 'Its requirement does not allow this person to decide it.',
  conflict: 'It was decided or changed meanwhile. Read it again.',
  gone: 'Its time is over.',
  damaged:
    'Its stored arguments are not those that were asked about: the record was altered in the database. Cancel it.',
  'hash-mismatch': 'The arguments are not those that were shown. Read it again.',
  'too-many-decisions': 'No more decisions of its kind are kept on it.',
  'decision-reused': 'This decisionId was used for another decision. Choose a new one.',
  'bad-edit': 'The changed arguments cannot be used.',
  'precondition-missing': 'A decision names the revision and the argsHash that it was made on.',
  'bad-decision': 'The decision is invalid.',
  unavailable: 'The store did not answer in time, and nothing was changed. Send it again, with the same decisionId.',
} as const;

/** A decision that does not count; nothing was changed by it. `approval` is the present record, where the caller may see it. */
export class ApprovalDecisionException extends Error {
  override readonly name = 'ApprovalDecisionException';
  readonly approval?: Approval;

  constructor(
    readonly problem: DecisionProblem,
    readonly approvalId: string,
    approval?: StoredApproval,
    detail?: string,
  ) {
    super(
      problem === 'not-eligible' && detail
        ? `Approval ${approvalId} may not be decided by ${detail}`
        : `The decision on the approval ${approvalId} does not count. ${PROBLEMS[problem]}${detail ? ` ${detail}` : ''}`,
    );
    if (approval) this.approval = approvalRecord(approval);
    keepUnlogged(this, 'approval');
  }
}

/** A store did not answer in time, and nothing was changed: what was asked of it may be asked again. `cause` is the database's own error. */
export class StoreUnavailableException extends Error {
  override readonly name = 'StoreUnavailableException';

  constructor(cause?: unknown) {
    super('The store did not answer in time, and nothing was changed. Try again.', { cause });
  }
}

/** A run that this process does not hold any more: somebody else goes on with it, and what is done here does not count. */
export class RunLostException extends Error {
  override readonly name = 'RunLostException';

  constructor(readonly runId: string) {
    super(`The run ${runId} is not held by this process any more.`);
  }
}

/** Another process, or a reader in this one, has claimed a run before the worker could. Nothing was changed. */
export class RunBusyException extends Error {
  override readonly name = 'RunBusyException';

  constructor(readonly runId: string) {
    super(`The run ${runId} is resumed elsewhere. Follow it with ChatClient.resume().`);
  }
}

/** What is asked of a run cannot be done with it as it is. */
export class RunConflictException extends Error {
  override readonly name = 'RunConflictException';

  constructor(
    readonly runId: string,
    problem: string,
  ) {
    super(`The run ${runId} ${problem}.`);
  }
}

/** A run was written by a later version of this package: this one leaves it alone. Bring this process up to date. */
export class RunSchemaException extends Error {
  override readonly name = 'RunSchemaException';

  constructor(
    readonly runId: string,
    readonly schema: unknown,
  ) {
    super(
      `The run ${runId} is kept in the schema ${String(schema)}, which this version of toolgate does not know: bring this process up to date. Nothing was changed.`,
    );
  }
}

/** A stored record of a run cannot be read, although its version is known: its row was damaged. Nothing was changed. */
export class RunUnreadableException extends Error {
  override readonly name = 'RunUnreadableException';

  constructor(
    readonly runId: string,
    /** Which record, and what is wrong with it; nothing of what it says. */
    readonly problem: string,
    /** Whose record it is; undefined if that is unknown, and then only viewers of `ANY_TENANT` learn of it. */
    readonly tenant?: string,
  ) {
    super(
      `The run ${runId} cannot be read: ${problem}. Repair its row, then call ApprovalService.runs.restore(${JSON.stringify(runId)}).`,
    );
  }
}

/** No run has this id, or none that the caller may see. */
export class RunNotFoundException extends Error {
  override readonly name = 'RunNotFoundException';

  constructor(readonly runId: string) {
    super(`There is no run ${runId}.`);
  }
}

/** A message came for a conversation in which something waits for a person. Decide it, cancel it, or let messages supersede it. */
export class ApprovalConflictException extends Error {
  override readonly name = 'ApprovalConflictException';

  constructor(
    readonly conversation: string,
    readonly runIds: readonly string[],
    readonly approvals: readonly PendingApproval[],
  ) {
    const tools = approvals.map(({ toolName, id }) => `"${toolName}" (${id})`).join(', ');
    super(
      `A turn of this conversation is not over: ${tools ? `a decision is missing on ${tools}` : `the run ${runIds.join(', ')} goes on`}.`,
    );
    keepUnlogged(this, 'approvals');
  }
}

/** A turn has to wait for a person and cannot be kept; nothing of its batch ran. */
export class SuspensionException extends Error {
  override readonly name = 'SuspensionException';
}
