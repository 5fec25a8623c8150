import type { ListedApprovalBody } from 'toolgate/http/client';
import { go, hrefOf } from '../address/use-address.js';
import { serverNow } from '../data/server-clock.js';
import { labelOf } from '../present/field-labels.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { lineOf, OneLine } from './one-line.js';
import type { Sent } from './send-all.js';
import { tellingLine } from './telling-line.js';

type Failed = Exclude<Sent, { readonly type: 'decided' }>;

/** What became of each decision: the failed ones with their reason and a link, the others as a number. */
export const BulkResults = ({
  results,
  items,
  onOpen,
}: {
  readonly results: readonly Sent[];
  readonly items: readonly ListedApprovalBody[];
  readonly onOpen: () => void;
}) => {
  const { bulk } = useTexts();
  const failed = results.filter((result): result is Failed => result.type !== 'decided');
  return (
    <div className="bulk" role="status">
      <p>{bulk.failed(failed.length)}</p>
      <ul className="bulk-results">
        {failed.map((result) => (
          <FailedItem key={result.id} result={result} item={items.find(({ id }) => id === result.id)} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  );
};

const FailedItem = ({
  result: { id, problem, detail },
  item,
  onOpen,
}: {
  readonly result: Failed;
  readonly item: ListedApprovalBody | undefined;
  readonly onOpen: () => void;
}) => {
  const { locale, texts } = useLanguage();
  const { bulk } = texts;
  const known = Object.hasOwn(bulk.problems, problem)
    ? bulk.problems[problem as keyof typeof bulk.problems]
    : undefined;
  const line = item && tellingLine(item, { locale, now: serverNow() });
  return (
    <li>
      <p className="bulk-item">
        <strong>{item && lineOf(labelOf(item.toolName))}</strong>
        {line && (
          <span>
            <OneLine text={line} />
          </span>
        )}
      </p>
      <p className="bulk-reason">{known ?? detail ?? problem}</p>
      <a
        href={hrefOf({ approval: id })}
        onClick={(event) => {
          event.preventDefault();
          onOpen();
          go({ approval: id });
        }}
      >
        {bulk.open}
      </a>
    </li>
  );
};
