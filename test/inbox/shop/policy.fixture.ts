import { ToolApprovalDecision, ToolApprovalStrategy } from 'toolgate';
import { type ApprovalRequirement, denyOverrides, HumanApprovalStrategy, when } from 'toolgate/approval';

const REFUND_LIMIT = 50;

const EXPIRES_IN_MS = 4 * 3_600_000;

const requirements: Readonly<Record<string, ApprovalRequirement>> = {
  refund: {
    message: 'Refunds above €50 need a lead. Check that the goods are back.',
    approvers: { roles: ['lead'] },
    fourEyes: true,
    allowEdit: true,
    expiresInMs: EXPIRES_IN_MS,
  },
  transferMoney: {
    message: 'Two people of finance release each transfer.',
    approvers: { roles: ['finance'], quorum: 2 },
    allowEdit: true,
    onTimeout: 'cancel',
  },
  sendEmail: { allowEdit: true, approvers: { roles: ['staff'] } },
  deploy: { allowEdit: true, approvers: { roles: ['lead', 'staff'] } },
  schedulePayment: { allowEdit: true, approvers: { roles: ['finance'] } },
  deleteAccount: { approvers: [{ roles: ['lead'] }, { users: ['kim'] }] },
};

const isLarge = (_tool: unknown, { amount }: { amount?: unknown }): boolean => Number(amount) > REFUND_LIMIT;

const limits = ToolApprovalStrategy.of(function spendingLimits({ definition }, { amount }) {
  if (definition.name !== 'refund') return ToolApprovalDecision.abstain();
  return Number(amount) > REFUND_LIMIT
    ? {
        type: 'ask',
        requirement: { allowEdit: true },
        reason: `The amount ${String(amount)} is above the limit of ${REFUND_LIMIT} for support.`,
      }
    : ToolApprovalDecision.approve({ reason: `The amount is at most ${REFUND_LIMIT}.` });
});

const blocked = ToolApprovalStrategy.of(function blockedCountries(_tool, { iban }) {
  return String(iban).startsWith('KP')
    ? ToolApprovalDecision.reject('Transfers to this country are not allowed.')
    : ToolApprovalDecision.abstain();
});

const never = ToolApprovalStrategy.of(function nightlyFreeze() {
  return ToolApprovalDecision.abstain();
});

/** The policy of the shop: limits, blocked countries, and people for everything that has an effect. */
export const shopPolicy = denyOverrides(
  limits,
  blocked,
  when(isLarge, never),
  new HumanApprovalStrategy({ tools: requirements }),
);
