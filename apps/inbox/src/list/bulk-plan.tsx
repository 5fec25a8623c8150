import { useMemo } from 'react';
import type { ListedApprovalBody } from 'toolgate/http/client';
import { serverNow } from '../data/server-clock.js';
import { labelOf } from '../present/field-labels.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { OneLine } from './one-line.js';
import { lineOf } from '../present/line-of.js';
import { moneySums } from '../present/money-sums.js';
import { moneyWords } from '../present/number-words.js';
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
  return (
    <>
      {mine.length > 0 && <p>{bulk.will[decision]}</p>}
      {mine.length > 1 && <Sums items={mine} />}
      {mine.length > 0 && <Items items={mine} />}
      {mine.length > MOST_SHOWN && (
        <dl className="bulk-tools" aria-label={bulk.byTool}>
          {countsByTool(mine).map(([tool, count]) => (
            <div key={tool}>
              <dt title={lineOf(tool)}>{lineOf(labelOf(tool))}</dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul className="bulk-notes">
        {left > 0 && <li>{bulk.left(left)}</li>}
        {voted > 0 && <li>{bulk.voted(voted)}</li>}
        {decision === 'approve' && unfinished > 0 && <li>{bulk.unfinished(unfinished)}</li>}
        {decision === 'approve' && unseen > 0 && <li className="bulk-warning">{bulk.unseen(unseen)}</li>}
      </ul>
    </>
  );
};

/** How much money the calls move together, and the largest amount, which one row among many may hide. */
const Sums = ({ items }: { readonly items: readonly ListedApprovalBody[] }) => {
  const { locale, texts } = useLanguage();
  const sums = useMemo(() => moneySums(items), [items]);
  if (sums.length === 0) return null;
  return (
    <ul className="bulk-sums">
      {sums.map(({ currency, calls, total, largest }) => {
        const words = (amount: string): string => moneyWords(amount, { currency }, locale)?.text ?? amount;
        return <li key={currency}>{texts.bulk.sum(words(total), calls, words(largest))}</li>;
      })}
    </ul>
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

const countsByTool = (items: readonly ListedApprovalBody[]): readonly (readonly [tool: string, count: number])[] => {
  const counts = new Map<string, number>();
  for (const { toolName } of items) counts.set(toolName, (counts.get(toolName) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
};
