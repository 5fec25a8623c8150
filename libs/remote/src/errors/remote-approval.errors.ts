/** Remote approval is configured incorrectly. The message names the option and what to pass. */
export class RemoteApprovalException extends Error {
  override readonly name = 'RemoteApprovalException';
}

/** A call was blocked, and its body did not run. */
export class GuardrailBlockedException extends Error {
  override readonly name: string = 'GuardrailBlockedException';

  constructor(
    readonly toolName: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(`The call of "${toolName}" was blocked: ${problem}`, options);
  }
}

/** The approval service rejected a call, or the call ended there without an approval. */
export class ToolApprovalRejectedException extends GuardrailBlockedException {
  override readonly name = 'ToolApprovalRejectedException';

  constructor(
    toolName: string,
    /** Why, as the person or the service states it. */
    readonly reason: string,
  ) {
    super(toolName, `it was rejected: ${reason}`);
  }
}

/** No decision arrived within the time limit. */
export class ToolApprovalTimeoutException extends GuardrailBlockedException {
  override readonly name = 'ToolApprovalTimeoutException';

  constructor(
    toolName: string,
    /** The time limit. */
    readonly timeoutMs: number,
    readonly reason: string,
  ) {
    super(toolName, reason);
  }
}
