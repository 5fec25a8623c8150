import type { ChangeBody } from 'toolgate/http/client';

interface Versioned {
  readonly id: string;
  readonly version: number;
}

interface Page {
  readonly items: readonly Versioned[];
}

const recordsOf = (data: unknown): readonly Versioned[] => {
  const { pages, items } = (data ?? {}) as Partial<Page> & { readonly pages?: readonly Page[] };
  return items ?? pages?.flatMap((page) => page.items) ?? [];
};

const isListed = (query: unknown, status: string): boolean => {
  const { status: stated } = (query ?? {}) as { readonly status?: string | readonly string[] };
  return stated === undefined || [stated].flat().includes(status);
};

/** Whether a list, as it was read, is out of date after a change: it has an older version, or may have the record now. */
const isOldList = (query: unknown, data: unknown, { id, version, status }: ChangeBody): boolean => {
  const record = recordsOf(data).find((item) => item.id === id);
  return record ? record.version < version : isListed(query, status);
};

const isOldRecord = (data: unknown, { version }: ChangeBody): boolean =>
  ((data as Versioned | undefined)?.version ?? -1) < version;

/** Whether what was read under a key is out of date after a change. */
export const isAffected = ([room, kind, what]: readonly unknown[], data: unknown, change: ChangeBody): boolean => {
  const isRoom = room === (change.kind === 'approval' ? 'approvals' : 'runs');
  // The change of an approval does not name its run, and the events of the run show it.
  if (!isRoom) return room === 'runs' && (kind === 'one' || kind === 'events');
  switch (kind) {
    case 'list':
      return isOldList(what, data, change);
    case 'one':
      return what === change.id && isOldRecord(data, change);
    case 'history':
    case 'events':
      return what === change.id;
    default:
      return true;
  }
};
