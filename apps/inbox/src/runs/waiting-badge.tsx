import type { ListedRunBody } from 'toolgate/http/client';
import { Badge } from '../parts/status-badge.js';
import { useTexts } from '../texts/texts.js';
import { hasUnknown } from './waits-for.js';

/** Whether a run waits for more than decisions: for the outcome of a call, or for a person who retries it. */
export const waitsForAttention = (run: ListedRunBody): boolean =>
  run.status === 'suspended' && (hasUnknown(run) || run.parked !== undefined);

/** What a run waits for besides decisions, in one or two words; nothing for other runs. */
export const WaitingBadge = ({ run }: { readonly run: ListedRunBody }) => {
  const { filters } = useTexts().runs;
  if (!waitsForAttention(run)) return null;
  return hasUnknown(run) ? (
    <Badge tone="warn" icon="question">
      {filters.unknown}
    </Badge>
  ) : (
    <Badge tone="bad" icon="alert">
      {filters.parked}
    </Badge>
  );
};
