import { type ApprovalStatus, type StoredApproval, showExpiry } from '../records/stored-approval.js';
import type { StoredEvent } from '../records/stored-event.js';
import { tenantSeenBy } from '../requester/visibility.js';
import type { ApprovalOrder, Page, StoredApprovalFilter, StoredApprovalQuery } from './approval-query.js';
import {
  type ApprovalStatsQuery,
  type CountedEvent,
  hoursOf,
  isCounted,
  type StoredApprovalStats,
  statsFrom,
  statsStart,
} from './approval-stats.js';
import type { StatusCounts } from './approval.store.js';
import { deciderKeys, decidersOf } from './deciders.js';
import { listCursor, type ListPlace, listStart } from './list-cursor.js';
import { pageSize } from './page-start.js';

/** An approval in memory, and its place in the order of insertion. */
export interface PlacedApproval {
  readonly place: number;
  /** For comparisons only: it is never returned. */
  readonly approval: StoredApproval;
  /** The approval as JSON. */
  readonly body: string;
}

/** Returns a page of approvals as they are shown at a time. */
export const approvalPage = (
  all: readonly PlacedApproval[],
  { order = 'oldest', cursor, limit, ...filter }: StoredApprovalQuery,
  now: number,
): Page<StoredApproval> => {
  const start = listStart(order, cursor);
  const size = pageSize(limit);
  const before = ORDERS[order];
  const found = matching(all, filter, now).map((one) => ({ ...one, value: valueOf(order, one.approval) }));
  const after = start ? found.filter((one) => before(start, one) < 0) : found;
  const rows = after.sort(before).slice(0, size + 1);
  const items = rows.slice(0, size);
  const last = rows.length > size && items.at(-1);
  return {
    items: items.map(({ body }) => showExpiry(JSON.parse(body), now)),
    ...(last && { cursor: listCursor(order, last) }),
  };
};

const oldestFirst = (a: ListPlace, b: ListPlace): number => a.value - b.value || a.place - b.place;

const ORDERS: Readonly<Record<ApprovalOrder, (a: ListPlace, b: ListPlace) => number>> = {
  oldest: oldestFirst,
  newest: (a, b) => oldestFirst(b, a),
  expiring: oldestFirst,
};

const valueOf = (order: ApprovalOrder, { createdAt, expiresAt }: StoredApproval): number =>
  Math.ceil(order === 'expiring' ? expiresAt : createdAt);

/** Returns the numbers of approvals by the status that is shown at a time. */
export const approvalCount = (
  all: readonly PlacedApproval[],
  filter: StoredApprovalFilter,
  now: number,
): StatusCounts => {
  const counts: Partial<Record<ApprovalStatus, number>> = {};
  for (const { approval } of matching(all, filter, now)) {
    const { status } = showExpiry(approval, now);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
};

const matching = (
  all: readonly PlacedApproval[],
  filter: StoredApprovalFilter,
  now: number,
): readonly PlacedApproval[] => {
  const matches = matcherOf(filter);
  return all.filter(({ approval }) => matches(showExpiry(approval, now)));
};

const matcherOf = (filter: StoredApprovalFilter): ((approval: StoredApproval) => boolean) => {
  const { status, tools, createdFrom = -Infinity, createdBefore = Infinity } = filter;
  const statuses = typeof status === 'string' ? [status] : status;
  const mayDecide = deciderMatcher(filter);
  return (approval) =>
    isSame(filter.tenant, approval.tenant) &&
    isSame(filter.conversation, approval.conversation) &&
    isSame(filter.runId, approval.run) &&
    isSame(filter.requester, approval.requester.id) &&
    isSame(filter.decidedBy, approval.decidedBy) &&
    (statuses === undefined || statuses.includes(approval.status)) &&
    (tools === undefined || tools.includes(approval.tool)) &&
    approval.createdAt >= createdFrom &&
    approval.createdAt < createdBefore &&
    mayDecide(approval);
};

const isSame = (asked: string | undefined, found: string | undefined): boolean =>
  asked === undefined || asked === found;

const deciderMatcher = ({ decidableBy: by }: StoredApprovalFilter): ((approval: StoredApproval) => boolean) => {
  if (!by) return () => true;
  const own = new Set(deciderKeys(by));
  const seen = tenantSeenBy(by);
  return (approval) => {
    if (approval.status !== 'PENDING' || !isSame(seen, approval.tenant)) return false;
    const { keys, except } = decidersOf(approval);
    return except !== by.id && keys.some((key) => own.has(key));
  };
};

/** The events of a store in memory, and when an approval was created. */
interface AskedAndDecided {
  readonly events: readonly StoredEvent[];
  readonly createdAt: (approval: string) => number | undefined;
}

/** Returns hourly numbers of approvals from their events. */
export const approvalStats = (
  { hours, tenant }: ApprovalStatsQuery,
  now: number,
  { events, createdAt }: AskedAndDecided,
): StoredApprovalStats => {
  const start = statsStart(hours, now);
  const counted = events.flatMap(({ type, at, tenant: own, approval }): readonly CountedEvent[] => {
    if (!isCounted(type) || at < start || at > now || !isSame(tenant, own) || approval === undefined) return [];
    const created = createdAt(approval);
    return [{ type, at, ...(created !== undefined && { tookMs: Math.max(0, at - created) }) }];
  });
  return statsFrom(hours, now, hoursOf(counted));
};
