import type { NoticeState, QueuedNotice, StoredNotice } from 'toolgate/approval';
import { jsonIn, type StoredText, textColumn } from '../dialect/stored-text.js';
import type { Digits } from './approval-reads.js';
import type { ApprovalDatabase } from './approval-tables.js';

/** A row of a notice. */
export interface NoticeRow {
  readonly place: Digits;
  readonly state: string;
  readonly failures: Digits;
  readonly first: Digits | null;
  readonly settled: Digits | null;
  readonly error: string | null;
  readonly body: StoredText;
}

/** The columns of a notice and its delivery. */
export const noticeColumns = (database: ApprovalDatabase) =>
  ['place', 'state', 'failures', 'first', 'settled', 'error', textColumn(database, 'body').as('body')] as const;

/** Returns the notices of rows, in the order in which they were written. A row that cannot be read is left out. */
export const queuedNotices = <Row extends NoticeRow, More extends object>(
  rows: readonly Row[],
  more: (row: Row) => More,
): readonly (QueuedNotice & More)[] =>
  rows
    .toSorted((a, b) => Number(a.place) - Number(b.place))
    .flatMap((row) => {
      const queued = queuedNotice(row);
      return queued ? [{ ...queued, ...more(row) }] : [];
    });

/** Returns the notice of a row; undefined if it cannot be read. */
export const queuedNotice = ({ state, failures, first, settled, error, body }: NoticeRow): QueuedNotice | undefined => {
  const json = jsonIn<StoredNotice>(body);
  if ('problem' in json) return undefined;
  return {
    notice: json.value,
    state: state as NoticeState,
    failures: Number(failures),
    ...(first !== null && { firstAt: Number(first) }),
    ...(settled !== null && { settledAt: Number(settled) }),
    ...(error !== null && { error }),
  };
};
