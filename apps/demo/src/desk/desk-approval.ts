import { ToolApprovalDecision, ToolApprovalStrategy, type ToolCallback } from 'toolgate';
import {
  type ApprovalPredicate,
  denyOverrides,
  HumanApprovalStrategy,
  type ToolApprovalContext,
  when,
} from 'toolgate/approval';
import type { JsonObject } from 'toolgate/model';
import { euros } from '../orders/euros.js';
import type { DeskContext } from './desk-context.js';
import { REFUND_LIMIT } from './refund-limit.js';

const isLargeRefund: ApprovalPredicate = ({ definition }, { amount }) =>
  definition.name === 'refund' && !(Number(amount) <= REFUND_LIMIT);

const manager = new HumanApprovalStrategy({
  tools: {
    refund: {
      message: `Refunds above ${euros(REFUND_LIMIT)} need a manager.`,
      approvers: { roles: ['manager'] },
      fourEyes: true,
      allowEdit: true,
    },
  },
});

/** Asks about a cancellation: the customer confirms it in the chat, or a clerk in the inbox. */
class ConfirmedCancellation extends ToolApprovalStrategy {
  override describe({ definition }: ToolCallback): string | undefined {
    return definition.name === 'cancelOrder' ? 'the customer or a clerk confirms' : undefined;
  }

  approve(
    { definition }: ToolCallback,
    _arguments: JsonObject,
    { data }: ToolApprovalContext<DeskContext>,
  ): ToolApprovalDecision {
    if (definition.name !== 'cancelOrder') return ToolApprovalDecision.abstain();
    return ToolApprovalDecision.ask({
      message: 'A cancellation is final. Confirm it.',
      approvers: { users: [data.user], roles: ['clerk'] },
    });
  }
}

/**
 * Decides on the calls of the desk: its policy, a manager for large refunds, and the customer or a clerk for
 * cancellations. The stricter wins.
 */
export const deskApproval = (policy: ToolApprovalStrategy): ToolApprovalStrategy =>
  denyOverrides(policy, when(isLargeRefund, manager), new ConfirmedCancellation());
