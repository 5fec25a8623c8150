import { isPromiseLike, type Seams } from '#core';
import type { JsonObject } from 'toolgate/model';
import type { ToolCallback } from 'toolgate/tool';
import type { ToolApprovalContext } from './tool-approval-context.js';
import type { ToolApprovalDecision } from './tool-approval-decision.js';
import { ToolApprovalStrategy } from './tool-approval.strategy.js';

/** The provider of `ToolApprovalStrategy`. Delegates to the strategy of the turn, which may have any scope. */
export class EffectiveStrategy extends ToolApprovalStrategy {
  constructor(private readonly seams: Seams) {
    super();
  }

  approve(
    tool: ToolCallback,
    args: JsonObject,
    context: ToolApprovalContext,
  ): ToolApprovalDecision | Promise<ToolApprovalDecision> {
    const strategy = this.seams.forTurn(ToolApprovalStrategy, context);
    return isPromiseLike(strategy)
      ? strategy.then((resolved) => resolved.approve(tool, args, context))
      : strategy.approve(tool, args, context);
  }
}
