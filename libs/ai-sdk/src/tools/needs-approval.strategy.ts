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
 * Decides as `needsApproval` of each tool of the AI SDK states: asks a person if it is or returns true, and approves if
 * it is or returns false. It abstains on all other tools.
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
    return isNeeded ? this.person.approve(tool, args, context) : ToolApprovalDecision.approve();
  }
}

const statesApproval = (tool: ToolCallback): tool is AiSdkToolCallback =>
  tool instanceof AiSdkToolCallback && tool.statesApproval;
