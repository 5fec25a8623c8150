import { type LoggedIds, ToolException } from '#core';
import type { JsonObject, Message, RequesterQuestion, ToolResultPart } from 'toolgate/model';
import type { InputIssue } from './tool-callback.js';
import type { PreparedCall } from './prepared-call.js';

export { ToolException };

/** One problem of a declaration. Problems with the same remedy are listed together, before the remedy. */
export interface DeclarationProblem {
  readonly text: string;
  readonly remedy?: string;
}

/** The declaration of a tool is invalid. Stops start-up. */
export class ToolDeclarationException extends ToolException {
  override readonly name = 'ToolDeclarationException';
  readonly problems: readonly DeclarationProblem[];

  constructor(given: string | readonly DeclarationProblem[], options?: ErrorOptions) {
    const problems = typeof given === 'string' ? [{ text: given }] : given;
    super(describeProblems(problems), options);
    this.problems = problems;
  }

  /** Returns this exception with a place before each of its problems. */
  at(place: string): ToolDeclarationException {
    const problems = this.problems.map(({ text, remedy }) => ({ text: `${place}: ${text}`, remedy }));
    return new ToolDeclarationException(problems, { cause: this.cause });
  }
}

const describeProblems = (problems: readonly DeclarationProblem[]): string => {
  const texts = new Map<string | undefined, Set<string>>();
  for (const { text, remedy } of problems) texts.set(remedy, (texts.get(remedy) ?? new Set()).add(text));
  return [...texts].flatMap(([remedy, listed]) => [...listed, ...(remedy === undefined ? [] : [remedy])]).join('\n');
};

/** The input passed to a callback's `call` does not match its schema. */
export class ToolInputException extends ToolException {
  override readonly name = 'ToolInputException';

  constructor(
    readonly toolName: string,
    readonly issues: readonly InputIssue[],
  ) {
    super(describeIssues(toolName, issues));
  }
}

/** A tool's body threw an exception; `cause` is that exception. */
export class ToolExecutionException extends ToolException {
  override readonly name = 'ToolExecutionException';

  constructor(
    readonly toolName: string,
    cause: unknown,
    /** The ids of the call and its turn, if known. */
    readonly ids: LoggedIds = {},
  ) {
    super(
      `Tool "${toolName}" failed: ${cause instanceof Error ? cause.message : 'it threw a value that is not an Error'}`,
      { cause },
    );
  }
}

const NOT_JSON = 'as JSON (a cycle, a BigInt, a Map, a Set, an Error, a function or a symbol). Return plain data.';

/** A tool ran, but its result cannot be converted to JSON. */
export class ToolResultException extends ToolException {
  override readonly name = 'ToolResultException';

  constructor(toolName: string, cause: unknown, why = NOT_JSON) {
    super(`Tool "${toolName}" ran, but its result cannot be sent ${why}`, { cause });
  }
}

/** A tool's body took longer than its `timeoutMs`. It may still be running. */
export class ToolTimeoutException extends ToolException {
  override readonly name = 'ToolTimeoutException';

  constructor(toolName: string, timeoutMs: number) {
    super(`Tool "${toolName}" did not end within ${timeoutMs} ms. It is not known whether it had its effect.`);
  }
}

/** The results of a batch that stopped: every call has one, and the history ends with them. */
export interface PartialToolExecution {
  readonly conversationHistory: readonly Message[];
  readonly results: readonly ToolResultPart[];
}

/** A batch stopped before its end, because the turn was aborted or an error must not reach the model. See `cause`. */
export class ToolBatchException extends ToolException {
  override readonly name = 'ToolBatchException';

  constructor(
    readonly partial: PartialToolExecution,
    cause: unknown,
  ) {
    super(`The tool calls failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** A turn exceeded its limits. The model and the caller receive the message. */
export class ToolCallLimitExceededException extends ToolException {
  override readonly name = 'ToolCallLimitExceededException';

  constructor(
    message: string,
    readonly partial: PartialToolExecution,
  ) {
    super(message);
  }
}

/** One call of a suspended turn that requires a person's decision. Plain JSON, for user interfaces and approvers. */
export interface PendingApproval {
  /** A random id; it authorizes nothing. */
  readonly id: string;
  readonly toolName: string;
  readonly toolCallId: string;
  /** The arguments that the tool will receive. */
  readonly arguments: JsonObject;
  /** A decision names the revision and the hash of the arguments that it refers to. */
  readonly revision: number;
  readonly argsHash: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly message?: string;
  readonly reason?: string;
  /**
   * `requester` if the requester of the call must answer. The decision `respond` answers a client tool, and the decision
   * `approve` with an `answer` answers a question.
   */
  readonly answeredBy?: 'requester';
  /** The question of the tool to its requester, with the schema of the answer. Absent for other calls. */
  readonly question?: RequesterQuestion;
  /** Why the approval cannot be decided, if its stored arguments do not match their hash. */
  readonly damaged?: string;
}

/** A suspended turn: its run, and the approvals that it waits for. */
export interface SuspendedRun {
  readonly runId: string;
  readonly approvals: readonly PendingApproval[];
  /** Started calls with an unknown outcome, which must be reconciled. Absent if there are none. */
  readonly unknown?: readonly { readonly index: number; readonly toolCallId: string; readonly toolName: string }[];
  /** The calls that wait for turns inside them. Absent if there are none. */
  readonly inside?: readonly WaitingInside[];
}

/** A call that waits for the turn inside it. */
export interface WaitingInside {
  readonly toolCallId: string;
  readonly toolName: string;
  /** The run of the turn inside the call. */
  readonly runId: string;
  /** The approvals that this run waits for; empty if a worker resumes the run, or if it waits for a run inside it. */
  readonly approvals: readonly PendingApproval[];
}

/**
 * A turn waits for a person. No call of the batch ran, unless a turn inside one of them waits: then other calls may have
 * run. `suspended` names the run and its approvals. It is absent if no store could save the turn; the turn has then
 * ended.
 */
export class ToolApprovalPendingException extends ToolException {
  override readonly name = 'ToolApprovalPendingException';

  constructor(
    readonly calls: readonly PreparedCall[],
    readonly suspended?: SuspendedRun,
    remedy = 'Read the turn with outcome(), and call resume() after the decision.',
  ) {
    super(suspended ? waitsFor(suspended, remedy) : asksFor(calls));
    // Not enumerable, so that arguments do not appear in logs.
    for (const name of ['calls', 'suspended']) Object.defineProperty(this, name, { enumerable: false });
  }
}

/** Returns names in quotation marks, separated by commas. */
export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

const waitsFor = ({ runId, approvals, unknown = [], inside = [] }: SuspendedRun, remedy: string): string => {
  if (approvals.length > 0) {
    return `The run ${runId} waits for a decision on ${quoted(approvals.map(({ toolName }) => toolName))}. ${remedy}`;
  }
  if (inside.length > 0) {
    return `The run ${runId} waits for ${inside.map((one) => `the run ${one.runId} inside "${one.toolName}"`).join(', ')}. ${remedy}`;
  }
  if (unknown.length === 0) {
    return `The run ${runId} is not finished, and waits for no decision. Read what it waits for with ApprovalService.runs.get().`;
  }
  return `The run ${runId} waits: the outcome of ${quoted(unknown.map(({ toolName }) => toolName))} is unknown. Report it with ApprovalService.runs.reconcile().`;
};

const asksFor = (calls: readonly PreparedCall[]): string =>
  `The gate requires a decision on ${quoted(calls.map(({ call }) => call.toolName))}, and this turn cannot wait for it. In a loop of your own, pass the answer on with prompt().continueFrom(response). Otherwise let the strategy decide at once, or provide an ApprovalStore: SqlModule has one, and createToolgate() takes one as approval.store.`;

/** The gate did not return a valid verdict for each call, so no call of the batch ran. */
export class ToolGateException extends ToolException {
  override readonly name = 'ToolGateException';
}

const MAX_ISSUES = 20;

/** Returns the text that the model receives for an invalid input. Its length is bounded, whatever the model sends. */
export const describeIssues = (toolName: string, issues: readonly InputIssue[]): string => {
  const shown = issues.slice(0, MAX_ISSUES).map(({ path, message }) => (path ? `${path} ${message}` : message));
  const more = issues.length > MAX_ISSUES ? `; and ${issues.length - MAX_ISSUES} more` : '';
  return `Invalid arguments for "${toolName}": ${shown.join('; ')}${more}.`;
};
