import type { JsonObject } from 'toolgate/model';
import {
  type ApprovalRequirement,
  HumanApprovalStrategy,
  type ToolApprovalContext,
  ToolApprovalDecision,
  ToolApprovalStrategy,
} from 'toolgate/approval';
import type { ToolCallback } from 'toolgate/tool';
import { AiSdkToolCallback } from './ai-sdk-tool-callback.js';

/**
 * Decides as `needsApproval` of each tool of the AI SDK states: approves if it is or returns false, and asks a person
 * otherwise. It abstains on tools without it.
 */
export class NeedsApprovalStrategy extends ToolApprovalStrategy {
  private readonly person: HumanApprovalStrategy;

  /** Throws `ToolException` for a requirement that no approver can meet. */
  constructor(requirement?: ApprovalRequirement) {
    super();
    this.person = new HumanApprovalStrategy(requirement ? { requirement, tools: '*' } : { tools: '*' });
  }

  override describe(tool: ToolCallback): string | undefined {
    return statesApproval(tool) ? 'needsApproval of the tool decides' : undefined;
  }

  async approve(tool: ToolCallback, args: JsonObject, context: ToolApprovalContext): Promise<ToolApprovalDecision> {
    if (!statesApproval(tool)) return ToolApprovalDecision.abstain();
    const isNeeded = await tool.needsApproval(context.value, context);
    // Only `false` approves: a function without a `return` has decided nothing.
    return isNeeded === false ? ToolApprovalDecision.approve() : this.person.approve(tool, args, context);
  }
}

const statesApproval = (tool: ToolCallback): tool is AiSdkToolCallback =>
  tool instanceof AiSdkToolCallback && tool.statesApproval;
