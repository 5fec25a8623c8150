import type { ApprovalStatusWord } from 'toolgate/http/client';
import { useTexts } from '../texts/texts.js';

const TONES: Record<ApprovalStatusWord, string> = {
  PENDING: 'info',
  APPROVED: 'good',
  REJECTED: 'bad',
  RESPONDED: 'good',
  EXPIRED: 'neutral',
  CANCELLED: 'neutral',
  LAPSED: 'neutral',
  REVOKED: 'neutral',
  EXECUTING: 'info',
  SUCCEEDED: 'good',
  FAILED: 'bad',
  OUTCOME_UNKNOWN: 'warn',
  ABANDONED: 'neutral',
};

/** The status of an approval: a word, a color and a shape. */
export const StatusBadge = ({ status }: { readonly status: ApprovalStatusWord }) => (
  <span className={`badge badge-${TONES[status]}`}>{useTexts().status[status]}</span>
);
