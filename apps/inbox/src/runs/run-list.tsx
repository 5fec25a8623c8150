import type { ListedRunBody, RunListQuery } from 'toolgate/http/client';
import { go, useAddress } from '../address/use-address.js';
import { useRuns } from '../data/queries.js';
import { Button } from '../parts/button.js';
import { EmptyState } from '../parts/empty-state.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { Select } from '../parts/select.js';
import { RunStatusBadge } from '../parts/status-badge.js';
import { RelativeTime } from '../parts/time.js';
import { WaitingRows } from '../parts/waiting-rows.js';
import { VisibleText } from '../parts/visible-text.js';
import { useTexts } from '../texts/texts.js';
import { WaitingBadge, waitsForAttention } from './waiting-badge.js';
import { hasUnknown, waitsFor } from './waits-for.js';

const FILTERS = ['suspended', 'unknown', 'parked', 'resuming', 'failed', 'completed', 'cancelled'] as const;

type Filter = (typeof FILTERS)[number];

const KINDS = ['all', 'turn', 'call', 'external'] as const;

type Kind = (typeof KINDS)[number];

const kindOf = (kind: string | undefined): Kind => KINDS.find((known) => known === kind) ?? 'all';

const filterOf = (status: string | undefined): Filter => FILTERS.find((filter) => filter === status) ?? 'suspended';

const queryOf = (filter: Filter): RunListQuery => {
  if (filter === 'parked') return { parked: true };
  // A run with an unknown outcome is suspended: an ended run has no outcome to report.
  if (filter === 'unknown') return { status: 'suspended', unknownOutcome: true };
  return { status: filter };
};

/** The runs of one status and kind: those with an unknown outcome first, then the oldest. */
export const RunList = () => {
  const { runs } = useTexts();
  const address = useAddress();
  const [filter, kind] = [filterOf(address.status), kindOf(address.kind)];
  return (
    <section className="runs-list" aria-label={runs.title}>
      <h1 className="hidden-visually">{runs.title}</h1>
      <div className="runs-filter">
        <Select
          label={runs.filter}
          hidesLabel
          size="small"
          value={filter}
          options={FILTERS.map((value) => ({ value, label: runs.filters[value] }))}
          onSelect={(status) => go({ status: status === 'suspended' ? undefined : status, run: undefined }, 'replace')}
        />
        <Select
          label={runs.kind}
          hidesLabel
          size="small"
          value={kind}
          options={KINDS.map((value) => ({ value, label: runs.kindFilters[value] }))}
          onSelect={(chosen) => go({ kind: chosen === 'all' ? undefined : chosen, run: undefined }, 'replace')}
        />
      </div>
      <Runs filter={filter} kind={kind} />
    </section>
  );
};

const Runs = ({ filter, kind }: { readonly filter: Filter; readonly kind: Kind }) => {
  const { runs, app } = useTexts();
  const list = useRuns({ ...queryOf(filter), ...(kind !== 'all' && { kind }), limit: 100 });
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  if (!data && error)
    return (
      <EmptyState title={runs.failed.title} text={runs.failed.text}>
        <Button onClick={() => void refetch()}>{app.retry}</Button>
      </EmptyState>
    );
  if (!data) return <WaitingRows />;
  const loaded = data.pages.flatMap((page) => page.items);
  const items = [...loaded.filter(hasUnknown), ...loaded.filter((run) => !hasUnknown(run))];
  const unreadable = data.pages.flatMap((page) => page.unreadable ?? []).length;
  return (
    <div className="runs-scroll">
      {unreadable > 0 && <Notice tone="bad">{runs.unreadable(unreadable)}</Notice>}
      {items.length === 0 && !hasNextPage && <NoRuns filter={filter} isOfKind={kind !== 'all'} />}
      <ul>
        {items.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </ul>
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {runs.more}
        </Button>
      )}
    </div>
  );
};

const NoRuns = ({ filter, isOfKind }: { readonly filter: Filter; readonly isOfKind: boolean }) => {
  const { runs } = useTexts();
  const isOwn = !isOfKind && (filter === 'suspended' || filter === 'unknown');
  const { title, text } = isOwn ? runs.empty[filter] : runs.empty.other;
  return (
    <EmptyState title={title} text={text}>
      {(filter !== 'suspended' || isOfKind) && (
        <Button onClick={() => go({ status: undefined, kind: undefined, run: undefined }, 'replace')}>
          {runs.showWaiting}
        </Button>
      )}
    </EmptyState>
  );
};

const RunRow = ({ run }: { readonly run: ListedRunBody }) => {
  const { runs, runStatus } = useTexts();
  const { run: open } = useAddress();
  const { id, requester, kind, conversation, client, createdAt, status } = run;
  const what = kind === 'turn' ? client : runs.kinds[kind];
  return (
    <li>
      <Link className="run-row" to={{ view: 'runs', run: id }} aria-current={open === id ? 'true' : undefined}>
        <span className="run-row-head">
          <strong>
            <VisibleText text={requester} />
          </strong>
          <RelativeTime at={createdAt} />
        </span>
        <span className="run-row-waits">
          <VisibleText text={waitsFor(run, runs)} />
        </span>
        <span className="run-row-foot">
          <WaitingBadge run={run} />
          {status !== 'suspended' && <RunStatusBadge status={status} />}
          {status === 'suspended' && !waitsForAttention(run) && (
            <span className="hidden-visually">{runStatus.suspended}</span>
          )}
          <span>
            <VisibleText text={conversation ?? what ?? ''} />
          </span>
        </span>
      </Link>
    </li>
  );
};
