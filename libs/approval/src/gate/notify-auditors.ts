import { notifySafely } from '../audit/notify-safely.js';
import type { Ruling } from './decide-call.js';
import type { DecisionSubject } from './decision-subject.js';
import type { ToolApprovalAuditor, ToolApprovalEvent } from '../audit/tool-approval.auditor.js';

/** Reports one ruling to every auditor. A failure of an auditor is logged and changes nothing. */
export const notifyAuditors = (
  auditors: readonly ToolApprovalAuditor[],
  { call: { callback: tool, input: args }, context }: DecisionSubject,
  ruling: Ruling,
): void => {
  const event = { tool, args, context, ...eventOf(ruling) };
  for (const auditor of auditors) notifySafely(auditor.constructor.name, context, () => auditor.decided(event));
};

const eventOf = (ruling: Ruling): Omit<ToolApprovalEvent, 'tool' | 'args' | 'context'> => {
  const { trace, startedAt, durationMs } = ruling;
  if (ruling.type === 'error') return { outcome: 'error', error: ruling.error, trace, startedAt, durationMs };
  const { outcome, reason, metadata } = ruling;
  return { outcome, reason, metadata, trace, startedAt, durationMs };
};
