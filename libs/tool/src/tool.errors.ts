import type { JsonObject, Message, ToolResultPart } from 'toolgate/model';
import type { LoggedIds } from './ids-for-log.js';
import type { InputIssue } from './tool-callback.js';
import type { PreparedCall } from './tool-gate.js';

/** The application's use of tools is wrong: a name that is missing or given twice, a tool that cannot be read. */
export class ToolException extends Error {
  override readonly name: string = 'ToolException';
}

/** A tool cannot be offered as it is declared. Stops start-up. */
export class ToolDeclarationException extends ToolException {
  override readonly name = 'ToolDeclarationException';
}

/** The input given to a callback's `call` is not what its schema asks for. */
export class ToolInputException extends ToolException {
  override readonly name = 'ToolInputException';

  constructor(
    readonly toolName: string,
    readonly issues: readonly InputIssue[],
  ) {
    super(describeIssues(toolName, issues));
  }
}

/** A tool's body threw; `cause` is what it threw. */
export class ToolExecutionException extends ToolException {
  override readonly name = 'ToolExecutionException';

  constructor(
    readonly toolName: string,
    cause: unknown,
    /** Which call of which turn it was, where that is known. */
    readonly ids: LoggedIds = {},
  ) {
    super(`Tool "${toolName}" failed: ${cause instanceof Error ? cause.message : 'it threw no Error'}`, { cause });
  }
}

const NOT_JSON = 'as JSON (a cycle, a BigInt, a Map, a Set, a function or a symbol). Return plain data.';

/** A tool ran, and JSON cannot carry what it returned. */
export class ToolResultException extends ToolException {
  override readonly name = 'ToolResultException';

  constructor(toolName: string, cause: unknown, why = NOT_JSON) {
    super(`Tool "${toolName}" ran, but its result cannot be sent ${why}`, { cause });
  }
}

/** A tool's body took longer than its `timeoutMs`; it may be running still. */
export class ToolTimeoutException extends ToolException {
  override readonly name = 'ToolTimeoutException';

  constructor(toolName: string, timeoutMs: number) {
    super(`Tool "${toolName}" did not end within ${timeoutMs} ms. It is not known whether it had its effect.`);
  }
}

/** What was done of a batch before it had to stop: every call has a result, and the history ends with them. */
export interface PartialToolExecution {
  readonly conversationHistory: readonly Message[];
  readonly results: readonly ToolResultPart[];
}

/** A batch stopped before its end: the caller left, or an error that is not for the model. `cause` tells which. */
export class ToolBatchException extends ToolException {
  override readonly name = 'ToolBatchException';

  constructor(
    readonly partial: PartialToolExecution,
    cause: unknown,
  ) {
    super(`The tool calls failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** A turn asked for more than its limits allow; the message is what the model and the caller are told. */
export class ToolCallLimitExceededException extends ToolException {
  override readonly name = 'ToolCallLimitExceededException';

  constructor(
    message: string,
    readonly partial: PartialToolExecution,
  ) {
    super(message);
  }
}

/** One call of a suspended turn that a person has to decide on. Plain JSON, for whoever shows or decides it. */
export interface PendingApproval {
  /** Random; it authorises nothing. */
  readonly id: string;
  readonly toolName: string;
  readonly toolCallId: string;
  /** What the tool will get. */
  readonly arguments: JsonObject;
  /** A decision names the revision and the hash of the arguments that it was made on. */
  readonly revision: number;
  readonly argsHash: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly message?: string;
  readonly reason?: string;
  /** `requester`: the call of a client tool; its requester answers it with the decision `respond`. Absent for approvals. */
  readonly answeredBy?: 'requester';
  /** Why it cannot be decided, if its stored arguments do not have their hash. */
  readonly damaged?: string;
}

/** A turn that was suspended: its run, and what it waits for. */
export interface SuspendedRun {
  readonly runId: string;
  readonly approvals: readonly PendingApproval[];
  /** Calls that were started, and of which nobody knows what became: they wait to be settled. Absent where there is none. */
  readonly unknown?: readonly { readonly index: number; readonly toolCallId: string; readonly toolName: string }[];
}

/**
 * A turn waits for a person: nothing of the batch ran. `suspended` names the run and its approvals; it is absent where
 * nothing could keep the turn, which has ended then.
 */
export class ToolApprovalPendingException extends ToolException {
  override readonly name = 'ToolApprovalPendingException';

  constructor(
    readonly calls: readonly PreparedCall[],
    readonly suspended?: SuspendedRun,
  ) {
    super(suspended ? waitsFor(suspended) : asksFor(calls));
    // Arguments and tokens are nobody's who reads logs.
    for (const name of ['calls', 'suspended']) Object.defineProperty(this, name, { enumerable: false });
  }
}

/**
 * A turn that was started inside a tool's body would have to wait for a person. It cannot, because its answer could not
 * reach the body any more: nothing is pending, and every turn around it fails, whatever the body makes of this error.
 */
export class NestedSuspensionException extends ToolException {
  override readonly name = 'NestedSuspensionException';

  constructor(
    /** The tool in whose body the turn was started. */
    readonly toolName: string,
    /** The tools whose calls require a decision. */
    readonly pending: readonly string[],
  ) {
    super(
      `${quoted(pending)} ${pending.length === 1 ? 'requires' : 'require'} a decision by a person, and its turn was started inside the body of the tool "${toolName}". A turn inside a body cannot wait: nothing of its batch ran, and nothing is pending. Require approval of "${toolName}" itself, or offer the turn inside it only tools that need none.`,
    );
  }
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

const waitsFor = ({ runId, approvals, unknown = [] }: SuspendedRun): string =>
  approvals.length === 0 && unknown.length > 0
    ? `The run ${runId} waits: nobody knows what became of ${quoted(unknown.map(({ toolName }) => toolName))}. Settle that with ApprovalService.runs.reconcile().`
    : waitsForDecision(runId, approvals);

const waitsForDecision = (runId: string, approvals: readonly PendingApproval[]): string =>
  `The run ${runId} waits for a decision on ${quoted(approvals.map(({ toolName }) => toolName))}. Read the turn with outcome(), and go on with resume() once it is decided.`;

const asksFor = (calls: readonly PreparedCall[]): string =>
  `The gate requires a decision on ${quoted(calls.map(({ call }) => call.toolName))}, and this turn cannot wait for it. In a loop of your own, pass the answer on with prompt().continueFrom(response). Otherwise let the strategy decide at once, or provide an ApprovalStore: SqlModule has one, and createToolgate() takes one as approval.store.`;

/** The gate gave no usable verdict for each call, so nothing of the batch ran. */
export class ToolGateException extends ToolException {
  override readonly name = 'ToolGateException';
}

const MAX_ISSUES = 20;

/** The text a model gets for an input that does not fit; its length is not the model's to choose. */
export const describeIssues = (toolName: string, issues: readonly InputIssue[]): string => {
  const said = issues.slice(0, MAX_ISSUES).map(({ path, message }) => (path ? `${path} ${message}` : message));
  const more = issues.length > MAX_ISSUES ? `; and ${issues.length - MAX_ISSUES} more` : '';
  return `Invalid arguments for "${toolName}": ${said.join('; ')}${more}.`;
};
