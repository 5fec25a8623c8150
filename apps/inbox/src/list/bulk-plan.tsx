import { useMemo } from 'react';
import type { ListedApprovalBody } from 'toolgate/http/client';
import { labelOf } from '../present/field-labels.js';
import { useTexts } from '../texts/texts.js';
import { isUncounted, toolTotals } from '../present/tool-totals.js';
import { BulkItems, MOST_SHOWN } from './bulk-items.js';
import { BulkTotals } from './bulk-totals.js';
import { lineOf } from '../present/line-of.js';
import { hasVoted, isPermanent, severalVotes } from './standing.js';

/** What several decisions will do: the calls, and in numbers what is left out. */
export const BulkPlan = ({
  decision,
  items,
  mine,
  me,
}: {
  readonly decision: 'approve' | 'reject';
  readonly items: readonly ListedApprovalBody[];
  /** Those that the person may decide. */
  readonly mine: readonly ListedApprovalBody[];
  readonly me: string;
}) => {
  const { bulk } = useTexts();
  const unseen = mine.filter((item) => item.arguments === undefined).length;
  const unfinished = mine.filter(needsMore).length;
  const voted = decision === 'approve' ? items.filter((item) => hasVoted(item, me)).length : 0;
  const left = items.length - mine.length - voted;
  const totals = useMemo(() => toolTotals(mine), [mine]);
  const uncounted = totals.some(({ money }) => money) ? mine.filter(isUncounted).length : 0;
  const permanent = decision === 'approve' ? mine.filter(isPermanent).map(({ toolName }) => toolName) : [];
  const hasTotals = mine.length > MOST_SHOWN || permanent.length > 0 || totals.some(({ money }) => money);
  return (
    <>
      {mine.length > 0 && <p>{bulk.will[decision]}</p>}
      {permanent.length > 0 && (
        <p className="bulk-warning">
          {bulk.permanent([...new Set(permanent)].map((name) => lineOf(labelOf(name))).join(', '))}
        </p>
      )}
      {mine.length > 0 && <BulkItems items={mine} />}
      {hasTotals && <BulkTotals totals={totals} permanent={permanent} />}
      <ul className="bulk-notes">
        {left > 0 && <li>{bulk.left(left)}</li>}
        {voted > 0 && <li>{bulk.voted(voted)}</li>}
        {decision === 'approve' && unfinished > 0 && <li>{bulk.unfinished(unfinished)}</li>}
        {uncounted > 0 && <li>{bulk.uncounted(uncounted)}</li>}
        {decision === 'approve' && unseen > 0 && <li className="bulk-warning">{bulk.unseen(unseen)}</li>}
      </ul>
    </>
  );
};

const needsMore = (item: ListedApprovalBody): boolean => {
  const votes = severalVotes(item);
  return votes !== undefined && votes.given + 1 < votes.needed;
};
