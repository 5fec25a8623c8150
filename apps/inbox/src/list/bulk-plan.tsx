import { useMemo } from 'react';
import type { ListedApprovalBody } from 'toolgate/http/client';
import { serverNow } from '../data/server-clock.js';
import { labelOf } from '../present/field-labels.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { OneLine } from './one-line.js';
import { isUncounted, toolTotals } from '../present/tool-totals.js';
import { BulkTotals } from './bulk-totals.js';
import { lineOf } from '../present/line-of.js';
import { hasVoted, severalVotes } from './standing.js';
import { tellingLine } from './telling-line.js';

const MOST_SHOWN = 20;

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
  const permanent = [...new Set(mine.filter(isPermanent).map(({ toolName }) => lineOf(labelOf(toolName))))];
  return (
    <>
      {mine.length > 0 && <p>{bulk.will[decision]}</p>}
      {mine.length > 0 && <Items items={mine} />}
      {(mine.length > MOST_SHOWN || totals.some(({ money }) => money)) && <BulkTotals totals={totals} />}
      <ul className="bulk-notes">
        {left > 0 && <li>{bulk.left(left)}</li>}
        {voted > 0 && <li>{bulk.voted(voted)}</li>}
        {decision === 'approve' && unfinished > 0 && <li>{bulk.unfinished(unfinished)}</li>}
        {uncounted > 0 && <li>{bulk.uncounted(uncounted)}</li>}
        {decision === 'approve' && permanent.length > 0 && (
          <li className="bulk-warning">{bulk.permanent(permanent.join(', '))}</li>
        )}
        {decision === 'approve' && unseen > 0 && <li className="bulk-warning">{bulk.unseen(unseen)}</li>}
      </ul>
    </>
  );
};

const Items = ({ items }: { readonly items: readonly ListedApprovalBody[] }) => {
  const { bulk } = useTexts();
  return (
    <ul className="bulk-results" aria-label={bulk.items} tabIndex={0}>
      {items.slice(0, MOST_SHOWN).map((item) => (
        <Item key={item.id} item={item} />
      ))}
      {items.length > MOST_SHOWN && <li>{bulk.more(items.length - MOST_SHOWN)}</li>}
    </ul>
  );
};

const Item = ({ item }: { readonly item: ListedApprovalBody }) => {
  const { locale, texts } = useLanguage();
  const line = tellingLine(item, { locale, now: serverNow() });
  return (
    <li>
      <p className="bulk-item">
        <strong>{lineOf(labelOf(item.toolName))}</strong>
        {line && (
          <span>
            <OneLine text={line} />
          </span>
        )}
      </p>
      <p className="bulk-reason">
        <OneLine text={texts.list.requester(item.requester)} />
      </p>
    </li>
  );
};

const needsMore = (item: ListedApprovalBody): boolean => {
  const votes = severalVotes(item);
  return votes !== undefined && votes.given + 1 < votes.needed;
};

const isPermanent = ({ hints }: ListedApprovalBody): boolean => hints?.destructive === true;
