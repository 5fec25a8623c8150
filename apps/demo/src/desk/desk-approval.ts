import type { ToolApprovalStrategy } from 'toolgate';
import { type ApprovalPredicate, denyOverrides, HumanApprovalStrategy, when } from 'toolgate/approval';
import { euros } from '../orders/euros.js';
import { REFUND_LIMIT } from './refund-limit.js';

const needsPerson: ApprovalPredicate = ({ definition }, { amount }) =>
  definition.name === 'cancelOrder' || (definition.name === 'refund' && !(Number(amount) <= REFUND_LIMIT));

const person = new HumanApprovalStrategy({
  tools: {
    refund: {
      message: `Refunds above ${euros(REFUND_LIMIT)} need a manager.`,
      approvers: { roles: ['manager'] },
      fourEyes: true,
      allowEdit: true,
    },
    cancelOrder: { message: 'Cancellations need a person.', approvers: { roles: ['clerk'] }, fourEyes: true },
  },
});

/** Decides on the calls of the desk: its policy, and a person for large refunds and cancellations. The stricter wins. */
export const deskApproval = (policy: ToolApprovalStrategy): ToolApprovalStrategy =>
  denyOverrides(policy, when(needsPerson, person));
