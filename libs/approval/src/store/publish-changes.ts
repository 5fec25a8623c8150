import { isListening } from '../audit/listening-auditors.js';
import { notifySafely } from '../audit/notify-safely.js';
import type { ChangedRecords } from './approval.store.js';
import type { PublishedChange } from '../changes/approval-change.js';
import type { ApprovalChangeFeed } from '../changes/approval-change.feed.js';

/** Publishes the records that a transaction has written. A failure of the feed is logged and never propagates. */
export const publishWritten = (feed: ApprovalChangeFeed, { run, approvals = [] }: ChangedRecords): void => {
  if ((!run && approvals.length === 0) || !isListening(feed)) return;
  if (run) publish(feed, changeOf('run', run));
  for (const approval of approvals) publish(feed, changeOf('approval', approval));
};

/**
 * Publishes a `reset` if a transaction may have written records although it threw an error, because the reply of the
 * store was lost.
 */
export const publishLost = (feed: ApprovalChangeFeed, { run, approvals = [] }: ChangedRecords): void => {
  const { tenant } = run ?? approvals[0] ?? {};
  if (tenant === undefined || !isListening(feed)) return;
  publish(feed, { kind: 'reset', tenant });
};

const changeOf = <Kind, Status>(
  kind: Kind,
  { id, version, status, tenant }: { id: string; version: number; status: Status; tenant: string },
) => ({ kind, id, version, status, tenant });

const publish = (feed: ApprovalChangeFeed, change: PublishedChange): void =>
  notifySafely(feed.constructor.name, {}, () => feed.publish(change));
