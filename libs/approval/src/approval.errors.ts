import type { ApprovalTraceEntry } from './tool-approval-decision.js';

/** A strategy failed, took too long, or decided nothing that is a decision. An error never approves: nothing of the batch ran. */
export class ToolApprovalException extends Error {
  override readonly name = 'ToolApprovalException';

  constructor(
    readonly toolName: string,
    /** What went wrong, in half a sentence. */
    readonly problem: string,
    cause?: unknown,
    /** What each part of a composition said. */
    readonly trace?: readonly ApprovalTraceEntry[],
  ) {
    super(`The approval of "${toolName}" failed: ${problem}. Nothing of this batch ran.`, { cause });
  }
}
