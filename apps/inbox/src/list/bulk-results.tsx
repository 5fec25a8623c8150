import { useEffect, useRef } from 'react';
import type { ListedApprovalBody } from 'toolgate/http/client';
import { go, hrefOf } from '../address/use-address.js';
import { useApproval } from '../data/queries.js';
import { serverNow } from '../data/server-clock.js';
import type { IconName } from '../parts/icon.js';
import { Badge, type BadgeTone } from '../parts/status-badge.js';
import { labelOf } from '../present/field-labels.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { OneLine } from './one-line.js';
import { lineOf } from '../present/line-of.js';
import type { Sent } from './send-all.js';
import { tellingLine } from './telling-line.js';

type Result = 'decided' | 'waiting' | 'stale' | 'refused' | 'unsent';

const LOOKS: Readonly<Record<Result, readonly [BadgeTone, IconName]>> = {
  unsent: ['bad', 'alert'],
  stale: ['warn', 'refresh'],
  refused: ['bad', 'ban'],
  waiting: ['info', 'clock'],
  decided: ['good', 'check'],
};

// What needs a person comes first.
const ORDER = Object.keys(LOOKS);

const STALE: readonly string[] = ['conflict', 'gone', 'hash-mismatch', 'version-mismatch'];

const resultOf = (sent: Sent): Result => {
  if (sent.type === 'decided') return sent.missing === undefined ? 'decided' : 'waiting';
  return sent.type === 'refused' && STALE.includes(sent.problem) ? 'stale' : sent.type;
};

const rankOf = (sent: Sent): number => ORDER.indexOf(resultOf(sent));

/** The result of each call: whether it was decided, waits for other people, or was not decided and why. */
export const BulkResults = ({
  decision,
  results,
  items,
  onOpen,
}: {
  readonly decision: 'approve' | 'reject';
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
        {results
          .toSorted((one, other) => rankOf(one) - rankOf(other))
          .map((result) => (
            <Item
              key={result.id}
              decision={decision}
              result={result}
              item={items.find(({ id }) => id === result.id)}
              onOpen={onOpen}
            />
          ))}
      </ul>
    </div>
  );
};

const Item = ({
  decision,
  result,
  item,
  onOpen,
}: {
  readonly decision: 'approve' | 'reject';
  readonly result: Sent;
  readonly item: ListedApprovalBody | undefined;
  readonly onOpen: () => void;
}) => {
  const { locale, texts } = useLanguage();
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
      <div className="bulk-outcome">
        <Outcome decision={decision} result={result} />
        <a
          href={hrefOf({ approval: id })}
          onClick={(event) => {
            event.preventDefault();
            onOpen();
            go({ approval: id });
          }}
        >
          {texts.bulk.open(tool)}
        </a>
      </div>
    </li>
  );
};

const Outcome = ({ decision, result }: { readonly decision: 'approve' | 'reject'; readonly result: Sent }) => {
  const { bulk } = useTexts();
  const type = resultOf(result);
  const [tone, icon] = LOOKS[type];
  return (
    <>
      <Badge tone={tone} icon={icon}>
        {type === 'decided' ? bulk.results.decided[decision] : bulk.results[type]}
      </Badge>
      {'problem' in result && (
        <p className="bulk-reason">
          <Reason {...result} />
        </p>
      )}
      {'missing' in result && result.missing !== undefined && (
        <p className="bulk-reason">{bulk.missing(result.missing)}</p>
      )}
    </>
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
