import { type JsonObject, SEAM } from 'toolgate/model';
import type { ToolCallback } from 'toolgate/tool';
import type { ToolApprovalContext } from './tool-approval-context.js';
import { ToolApprovalDecision } from './tool-approval-decision.js';

/** What a strategy is, as a function. `args` is frozen JSON, checked and stripped. */
export type Approve = (
  tool: ToolCallback,
  args: JsonObject,
  context: ToolApprovalContext,
) => ToolApprovalDecision | Promise<ToolApprovalDecision>;

/** Decides, call by call, which tools may run. Provide it under this token in any module of the application. */
export abstract class ToolApprovalStrategy {
  static readonly [SEAM]: string = 'ToolApprovalStrategy';

  /** How long `approve` may take, in milliseconds. @default 10,000 */
  readonly timeoutMs?: number;

  /** What it does with the calls of a tool, in a few words for people; undefined where it never has an opinion of them. */
  describe?(tool: ToolCallback): string | undefined;

  /** Returns its patterns that match none of the application's tools, such as `the pattern 'refnd*' of denyTools()`; start-up reports them. */
  unmatched?(tools: readonly ToolCallback[]): readonly string[];

  /** What it throws fails the turn; nothing of the batch runs. */
  abstract approve(
    tool: ToolCallback,
    args: JsonObject,
    context: ToolApprovalContext,
  ): ToolApprovalDecision | Promise<ToolApprovalDecision>;

  /** A strategy that approves every call. */
  static alwaysApprove(): ToolApprovalStrategy {
    return ToolApprovalStrategy.of(function alwaysApprove() {
      return ToolApprovalDecision.approve();
    });
  }

  /** A strategy that rejects every call. */
  static alwaysReject(reason: string): ToolApprovalStrategy {
    return ToolApprovalStrategy.of(function alwaysReject() {
      return ToolApprovalDecision.reject(reason);
    });
  }

  /** A strategy made of a function. */
  static of(decide: Approve): ToolApprovalStrategy {
    return new FunctionApprovalStrategy(decide);
  }
}

/** A strategy that is one function. */
export class FunctionApprovalStrategy extends ToolApprovalStrategy {
  constructor(readonly approve: Approve) {
    super();
  }
}
