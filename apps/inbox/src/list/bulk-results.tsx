import { useEffect, useRef } from 'react';
import type { ListedApprovalBody } from 'toolgate/http/client';
import { go, hrefOf } from '../address/use-address.js';
import { useApproval } from '../data/queries.js';
import { serverNow } from '../data/server-clock.js';
import { labelOf } from '../present/field-labels.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { OneLine } from './one-line.js';
import { lineOf } from '../present/line-of.js';
import type { Sent } from './send-all.js';
import { tellingLine } from './telling-line.js';

type Rest = Sent & ({ readonly missing: number } | { readonly problem: string });

const isRest = (result: Sent): result is Rest => result.type !== 'decided' || result.missing !== undefined;

/** What became of the calls that are not decided: those that wait for other people, and those with a reason. */
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
  const box = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} className="bulk" role="status" tabIndex={-1}>
      <p>{bulk.failed(results.filter(({ type }) => type !== 'decided').length)}</p>
      <ul className="bulk-results">
        {results.filter(isRest).map((result) => (
          <Item key={result.id} result={result} item={items.find(({ id }) => id === result.id)} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  );
};

const Item = ({
  result,
  item,
  onOpen,
}: {
  readonly result: Rest;
  readonly item: ListedApprovalBody | undefined;
  readonly onOpen: () => void;
}) => {
  const { locale, texts } = useLanguage();
  const { bulk } = texts;
  const { id } = result;
  const tool = item ? lineOf(labelOf(item.toolName)) : '';
  const line = item && tellingLine(item, { locale, now: serverNow() });
  return (
    <li>
      <p className="bulk-item">
        <strong>{tool}</strong>
        {line && (
          <span>
            <OneLine text={line} />
          </span>
        )}
      </p>
      <p className="bulk-reason">{'problem' in result ? <Reason {...result} /> : bulk.missing(result.missing)}</p>
      <a
        href={hrefOf({ approval: id })}
        onClick={(event) => {
          event.preventDefault();
          onOpen();
          go({ approval: id });
        }}
      >
        {bulk.open(tool)}
      </a>
    </li>
  );
};

/** Why a call was not decided: who decided it before, else what the server answered. */
const Reason = ({
  id,
  problem,
  detail,
}: {
  readonly id: string;
  readonly problem: string;
  readonly detail?: string;
}) => {
  const { bulk, list, status } = useTexts();
  const { data: approval } = useApproval(id);
  if (approval?.decidedBy !== undefined && approval.status !== 'PENDING')
    return <OneLine text={list.noted.by(status[approval.status], approval.decidedBy)} />;
  const known = Object.hasOwn(bulk.problems, problem) && bulk.problems[problem as keyof typeof bulk.problems];
  return known || detail || problem;
};
