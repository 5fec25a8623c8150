import type { JsonObject } from 'toolgate/model';
import { type ToolApprovalContext, ToolApprovalDecision, ToolApprovalStrategy } from 'toolgate/approval';
import type { ToolCallback } from 'toolgate/tool';
import { ToolApprovalRejectedException, ToolApprovalTimeoutException } from '../errors/remote-approval.errors.js';
import type { ToolApprovalManager } from '../manager/tool-approval.manager.js';
import type { ApprovedOf } from './approved-of.js';
import { defined } from '#core';

interface CapabilityParts {
  readonly manager: ToolApprovalManager;
  /** The approved calls, for the interceptor. */
  readonly approved: ApprovedOf;
  readonly timeoutMs: number;
  readonly onTimeout: 'reject' | 'throw';
}

/** Lets people decide the calls of the named tools at an approval service. It abstains on all others. */
export class ToolApprovalCapability extends ToolApprovalStrategy {
  override readonly timeoutMs: number;
  /** Whether it abstains on every call, because the application has an `ApprovalStore`. */
  isOff = false;
  /** @internal Whether start-up found it in the strategy of the application: that strategy has called `unmatched`. */
  isFound = false;

  constructor(private readonly parts: CapabilityParts) {
    super();
    this.timeoutMs = parts.timeoutMs;
  }

  override describe({ definition: { name } }: ToolCallback): string | undefined {
    return !this.isOff && this.parts.manager.requiresApproval(name) ? 'the approval service decides' : undefined;
  }

  // The module itself reports the patterns that match no tool.
  override unmatched(): readonly string[] {
    this.isFound = true;
    return [];
  }

  approve(
    tool: ToolCallback,
    args: JsonObject,
    context: ToolApprovalContext,
  ): ToolApprovalDecision | Promise<ToolApprovalDecision> {
    const { manager } = this.parts;
    if (this.isOff || !manager.requiresApproval(tool.definition.name)) return ToolApprovalDecision.abstain();
    return this.ask(tool, args, context);
  }

  private async ask(
    { definition: { name, description } }: ToolCallback,
    args: JsonObject,
    context: ToolApprovalContext,
  ): Promise<ToolApprovalDecision> {
    const { manager, approved, onTimeout } = this.parts;
    const { call, conversation, requester, idempotencyKey } = context;
    try {
      const given = await manager.requestAndWait({
        toolName: name,
        arguments: args,
        description,
        signal: context.signal,
        ...defined({ requestId: idempotencyKey, requester: requester?.id, conversation }),
      });
      if (call) approved.set(call, given);
      return ToolApprovalDecision.approve({ metadata: { approvalId: given.id } });
    } catch (error) {
      if (error instanceof ToolApprovalRejectedException) return ToolApprovalDecision.reject(error.reason);
      if (error instanceof ToolApprovalTimeoutException && onTimeout === 'reject')
        return ToolApprovalDecision.reject(error.reason);
      throw error;
    }
  }
}
