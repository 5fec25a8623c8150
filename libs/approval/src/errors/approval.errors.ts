import { hideFromLogs } from '#chat';
import type { PendingApproval } from 'toolgate/tool';
import { type Approval, approvalRecord } from '../records/approval.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { ApprovalTraceEntry } from '../strategy/tool-approval-decision.js';

/** The details of a failed decision, besides its problem. */
interface ToolApprovalFailure {
  readonly toolName?: string;
  readonly cause?: unknown;
  readonly trace?: readonly ApprovalTraceEntry[];
}

/** A strategy failed, timed out, or returned no valid decision. An error never approves: no call of the batch ran. */
export class ToolApprovalException extends Error {
  override readonly name = 'ToolApprovalException';

  /** The tool of the call that was to be decided. Present after the gate has received the error from a strategy. */
  readonly toolName?: string;
  /** What each part of a composition returned. */
  readonly trace?: readonly ApprovalTraceEntry[];

  constructor(
    /** Why the decision failed, such as `policy engine unavailable`. */
    readonly problem: string,
    { toolName, cause, trace }: ToolApprovalFailure = {},
  ) {
    const text =
      toolName === undefined
        ? problem
        : `The approval of "${toolName}" failed: ${problem.replace(/\.$/, '')}. No call of this batch ran.`;
    super(text, cause === undefined ? undefined : { cause });
    if (toolName !== undefined) this.toolName = toolName;
    if (trace) this.trace = trace;
  }

  toJSON(): object {
    const { name, message, toolName } = this;
    return { name, message, toolName };
  }
}

/** Why a decision was not accepted, as one word. Each has an HTTP status. */
export type DecisionProblem = keyof typeof PROBLEMS;

const PROBLEMS = {
  'not-found': 'No approval with this id is visible to the caller. Check the id and the tenant.',
  'not-eligible': 'The requirement of the approval does not allow this person to decide.',
  conflict: 'The approval was decided or changed in the meantime. Read it again.',
  gone: 'The approval has expired, and its call will not run. Request the call again in a new turn.',
  damaged: 'The stored arguments do not match their hash: the record was altered in the database. Cancel the approval.',
  'version-mismatch': 'The approval was changed in the meantime. Read it again, and pass its version.',
  'hash-mismatch': 'The argsHash does not match the arguments. Read the approval again, and show them to the approver.',
  'too-many-decisions': 'The approval has reached a limit.',
  'decision-reused': 'This decisionId was used for another decision. Pass a new one.',
  'bad-edit': 'The edited arguments are not valid.',
  'precondition-missing': 'Pass the revision and the argsHash of the approval that the approver has read.',
  'bad-decision': 'The decision is invalid.',
  unavailable: 'The store is unavailable. Nothing was changed. Repeat the decision with the same decisionId.',
} as const;

// The detail replaces the text of these problems. A directory that fails is also `unavailable`.
const reasonText = (problem: DecisionProblem, detail: string | undefined): string => {
  if (detail === undefined) return PROBLEMS[problem];
  return problem === 'conflict' || problem === 'unavailable' ? detail : `${PROBLEMS[problem]} ${detail}`;
};

/** A decision was not accepted, and nothing was changed. `approval` is the current record, if the caller may see it. */
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
        ? `Approval ${approvalId} ${detail}`
        : `The decision on the approval ${approvalId} does not count. ${reasonText(problem, detail)}`,
    );
    if (approval) this.approval = approvalRecord(approval);
    hideFromLogs(this, 'approval');
  }
}

/**
 * A store is unavailable: it cannot be reached, has no room or did not answer in time. Nothing was changed, and the same
 * operation may be tried again. `cause` is the database's own error.
 */
export class StoreUnavailableException extends Error {
  override readonly name = 'StoreUnavailableException';

  constructor(cause?: unknown) {
    super('The store is unavailable, and nothing was changed. Try again.', { cause });
  }
}

/** This process has lost the lease of a run. Another process may resume the run, and this one writes nothing more. */
export class RunLostException extends Error {
  override readonly name = 'RunLostException';

  constructor(readonly runId: string) {
    super(`The run ${runId} is no longer leased by this process. Another process may resume it.`);
  }
}

/** Another process, or a reader in this one, claimed a run before the worker did. Nothing was changed. */
export class RunBusyException extends Error {
  override readonly name = 'RunBusyException';

  constructor(readonly runId: string) {
    super(`The run ${runId} is already being resumed. Follow it with ChatClient.resume().`);
  }
}

/** The current state of a run does not allow the operation. */
export class RunConflictException extends Error {
  override readonly name = 'RunConflictException';

  constructor(
    readonly runId: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(`The run ${runId} ${problem}.`, options);
  }
}

/** Why an operation on a run was not accepted, as one word. Each has an HTTP status. */
export type RunProblem = Extract<DecisionProblem, 'bad-decision' | 'not-eligible' | 'version-mismatch'>;

/** An operation on a run was not accepted, and nothing was changed. */
export class RunOperationException extends Error {
  override readonly name = 'RunOperationException';

  constructor(
    readonly problem: RunProblem,
    readonly runId: string,
    detail: string,
  ) {
    super(`The run ${runId} ${detail}`);
  }
}

/** A run was written by a later version of this package, and this version does not change it. Upgrade this process. */
export class RunSchemaException extends Error {
  override readonly name = 'RunSchemaException';

  constructor(
    readonly runId: string,
    readonly schema: unknown,
  ) {
    super(
      `The run ${runId} has the schema ${String(schema)}, which this version of toolgate does not know. Nothing was changed. Upgrade this process.`,
    );
  }
}

/** The answer and the messages of an ended run were requested after its content had been removed. */
export class RunContentRemovedException extends Error {
  override readonly name = 'RunContentRemovedException';

  constructor(
    readonly runId: string,
    /** ISO 8601, by the store's clock. */
    readonly removedAt: string,
  ) {
    super(
      `The content of the run ${runId} was removed at ${removedAt}. Read who decided what with ApprovalService.runs.get() and runs.events().`,
    );
  }
}

/** A stored record of a run cannot be read, although its version is known: its row is damaged. Nothing was changed. */
export class RunUnreadableException extends Error {
  override readonly name = 'RunUnreadableException';

  constructor(
    readonly runId: string,
    /** The record, and what is wrong with it. It contains nothing of the record's content. */
    readonly problem: string,
    /** The tenant of the record; undefined if it is unknown. Only viewers of `ANY_TENANT` see this error then. */
    readonly tenant?: string,
  ) {
    super(
      `The run ${runId} cannot be read: ${problem}. Repair its row, then call ApprovalService.runs.restore(${JSON.stringify(runId)}).`,
    );
  }
}

/** No run has this id, or the caller may not see it. */
export class RunNotFoundException extends Error {
  override readonly name = 'RunNotFoundException';

  constructor(readonly runId: string) {
    super(`There is no run ${runId}. Check its id, and the tenant and client that it belongs to.`);
  }
}

/**
 * A message was sent to a conversation whose previous turn is not finished. Decide its approvals, cancel its run, or
 * let messages supersede it.
 */
export class ApprovalConflictException extends Error {
  override readonly name = 'ApprovalConflictException';

  constructor(
    readonly conversation: string,
    readonly runIds: readonly string[],
    readonly approvals: readonly PendingApproval[],
  ) {
    const tools = approvals.map(({ toolName, id }) => `"${toolName}" (${id})`).join(', ');
    const wait = tools
      ? `it waits for a decision on ${tools}. Decide or cancel it first.`
      : `the run ${runIds.join(', ')} is open. Wait until it ends, or read what it waits for with ApprovalService.runs.get().`;
    super(`A turn of this conversation is not finished: ${wait}`);
    hideFromLogs(this, 'approvals');
  }
}

/** A turn must wait for a person and cannot be saved. No call of its batch ran. */
export class SuspensionException extends Error {
  override readonly name = 'SuspensionException';
}
