/** A strategy failed, took too long, or decided nothing that is a decision. An error never approves: nothing of the batch ran. */
export class ToolApprovalException extends Error {
  override readonly name = 'ToolApprovalException';

  constructor(
    readonly toolName: string,
    /** What went wrong, in half a sentence. */
    readonly problem: string,
    cause?: unknown,
  ) {
    super(`The approval of "${toolName}" failed: ${problem}. Nothing of this batch ran.`, { cause });
  }
}
