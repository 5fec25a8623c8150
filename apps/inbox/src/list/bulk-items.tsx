import type { ListedApprovalBody } from 'toolgate/http/client';
import { serverNow } from '../data/server-clock.js';
import { labelOf } from '../present/field-labels.js';
import { lineOf } from '../present/line-of.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { OneLine } from './one-line.js';
import { tellingLine } from './telling-line.js';

/** The calls that are named; the others are counted. */
export const MOST_SHOWN = 20;

/** The calls that are selected, each with its telling values. */
export const BulkItems = ({ items }: { readonly items: readonly ListedApprovalBody[] }) => {
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
