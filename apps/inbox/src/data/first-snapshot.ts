import type { QueryClient } from '@tanstack/react-query';
import { WAITING } from './waiting.js';
import type { ApprovalCountsBody, ChangeBody, SnapshotBody } from 'toolgate/http/client';

/** Compares the first snapshot with what was read, so that the page does not read everything twice at its start. */
export const compareFirst = async (
  queries: QueryClient,
  { counts, pending }: SnapshotBody,
  add: (change: ChangeBody) => void,
  readAll: () => void,
): Promise<void> => {
  await untilRead(queries);
  const known = queries.getQueryData<ApprovalCountsBody>(['approvals', 'counts', WAITING]);
  if (known && known.total !== counts.total) return readAll();
  const versions = versionsOf(queries);
  for (const record of pending) {
    if (versions.get(record.id) !== record.version) add({ kind: 'approval', status: 'PENDING', ...record });
  }
};

const versionsOf = (queries: QueryClient): ReadonlyMap<string, number> => {
  const lists = queries.getQueriesData<{ readonly pages?: readonly { readonly items: readonly Versioned[] }[] }>({
    queryKey: ['approvals', 'list'],
  });
  const records = lists.flatMap(([, data]) => data?.pages?.flatMap(({ items }) => items) ?? []);
  return new Map(records.map(({ id, version }) => [id, version]));
};

interface Versioned {
  readonly id: string;
  readonly version: number;
}

const untilRead = (queries: QueryClient): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (queries.isFetching() > 0) return;
      stop();
      resolve();
    };
    const stop = queries.getQueryCache().subscribe(look);
    look();
  });
