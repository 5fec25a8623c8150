import type { ReactNode } from 'react';
import type { ApprovalStatusWord, RunStatusWord } from 'toolgate/http/client';
import { useTexts } from '../texts/texts.js';
import { Icon, type IconName } from './icon.js';

export type BadgeTone = 'info' | 'good' | 'bad' | 'warn' | 'neutral';

type Look = readonly [BadgeTone, IconName];

const APPROVALS: Record<ApprovalStatusWord, Look> = {
  PENDING: ['info', 'clock'],
  APPROVED: ['good', 'check'],
  REJECTED: ['bad', 'close'],
  RESPONDED: ['good', 'reply'],
  EXPIRED: ['neutral', 'clock'],
  CANCELLED: ['neutral', 'ban'],
  LAPSED: ['neutral', 'clock'],
  REVOKED: ['neutral', 'undo'],
  EXECUTING: ['info', 'play'],
  SUCCEEDED: ['good', 'check'],
  FAILED: ['bad', 'alert'],
  OUTCOME_UNKNOWN: ['warn', 'question'],
  ABANDONED: ['neutral', 'ban'],
};

const RUNS: Record<RunStatusWord, Look> = {
  suspended: ['info', 'clock'],
  resuming: ['info', 'play'],
  completed: ['good', 'check'],
  failed: ['bad', 'alert'],
  cancelled: ['neutral', 'ban'],
};

/** One word that stands out by its color and its shape. */
export const Badge = ({
  tone,
  icon,
  children,
}: {
  readonly tone: BadgeTone;
  readonly icon?: IconName;
  readonly children: ReactNode;
}) => (
  <span className={`badge badge-${tone}`}>
    {icon && <Icon name={icon} />}
    {children}
  </span>
);

/** The status of an approval: a word, a color and a shape. */
export const StatusBadge = ({ status }: { readonly status: ApprovalStatusWord }) => {
  const [tone, icon] = APPROVALS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {useTexts().status[status]}
    </Badge>
  );
};

/** The status of a run: a word, a color and a shape. */
export const RunStatusBadge = ({ status }: { readonly status: RunStatusWord }) => {
  const [tone, icon] = RUNS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {useTexts().runStatus[status]}
    </Badge>
  );
};
