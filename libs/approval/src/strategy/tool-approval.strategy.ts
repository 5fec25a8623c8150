import { type JsonObject, SEAM } from 'toolgate/model';
import type { ToolCallback } from 'toolgate/tool';
import type { ToolApprovalContext } from './tool-approval-context.js';
import { ToolApprovalDecision } from './tool-approval-decision.js';

/** A strategy as a function. `args` is frozen JSON, validated and stripped of unknown properties. */
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

  /**
   * Returns how the strategy treats the calls of a tool, in a few words for people; undefined if it always abstains on
   * them.
   */
  describe?(tool: ToolCallback): string | undefined;

  /**
   * Returns the patterns that match none of the application's tools, such as `the pattern 'refnd*' of denyTools()`.
   * Start-up reports them.
   */
  unmatched?(tools: readonly ToolCallback[]): readonly string[];

  /** Decides one call. An error that it throws fails the turn, and no call of the batch runs. */
  abstract approve(
    tool: ToolCallback,
    args: JsonObject,
    context: ToolApprovalContext,
  ): ToolApprovalDecision | Promise<ToolApprovalDecision>;

  /** Returns a strategy that approves every call. */
  static alwaysApprove(): ToolApprovalStrategy {
    return ToolApprovalStrategy.of(function alwaysApprove() {
      return ToolApprovalDecision.approve();
    });
  }

  /** Returns a strategy that rejects every call. */
  static alwaysReject(reason: string): ToolApprovalStrategy {
    return ToolApprovalStrategy.of(function alwaysReject() {
      return ToolApprovalDecision.reject(reason);
    });
  }

  /** Returns a strategy that calls a function. */
  static of(decide: Approve): ToolApprovalStrategy {
    return new FunctionApprovalStrategy(decide);
  }
}

/** A strategy that calls a function. */
export class FunctionApprovalStrategy extends ToolApprovalStrategy {
  constructor(readonly approve: Approve) {
    super();
  }
}
