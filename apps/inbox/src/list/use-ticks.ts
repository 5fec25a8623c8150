import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ListedApprovalBody } from 'toolgate/http/client';

const isTickable = ({ status }: ListedApprovalBody): boolean => status === 'PENDING';

/**
 * The approvals that a person selected, with the revision that was shown: another revision is not selected. Only what is
 * shown counts as selected.
 */
export const useTicks = (shown: readonly ListedApprovalBody[], person: string | undefined) => {
  const [revisions, setRevisions] = useState<ReadonlyMap<string, number>>(new Map());
  // Another person of the same page starts without a selection.
  useEffect(() => setRevisions(new Map()), [person]);
  const anchor = useRef<string>(undefined);
  const tickable = useMemo(() => shown.filter(isTickable), [shown]);
  const ticked = useMemo(
    () => tickable.filter(({ id, revision }) => revisions.get(id) === revision),
    [tickable, revisions],
  );
  const tick = useCallback((items: readonly ListedApprovalBody[], on: boolean): void => {
    setRevisions((known) => {
      const next = new Map(known);
      for (const { id, revision } of items) {
        if (on) next.set(id, revision);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const latest = useRef({ tickable, revisions });
  latest.current = { tickable, revisions };
  /** Selects one, or with Shift all from the last one to it. It stays the same function, so that rows need no render. */
  const toggle = useCallback(
    (item: ListedApprovalBody, withShift = false): void => {
      if (!isTickable(item)) return;
      const all = latest.current.tickable;
      const from = all.findIndex(({ id }) => id === anchor.current);
      const to = all.findIndex(({ id }) => id === item.id);
      const on = latest.current.revisions.get(item.id) !== item.revision;
      const range = withShift && from >= 0 ? all.slice(Math.min(from, to), Math.max(from, to) + 1) : [item];
      tick(range, withShift || on);
      anchor.current = item.id;
    },
    [tick],
  );
  return {
    ticked,
    tickable,
    revisions,
    toggle,
    toggleAll: () => tick(tickable, ticked.length < tickable.length),
    untick: useCallback(
      (ids: readonly string[]) => setRevisions((known) => new Map([...known].filter(([id]) => !ids.includes(id)))),
      [],
    ),
    clear: useCallback(() => setRevisions(new Map()), []),
  };
};

export type Ticks = ReturnType<typeof useTicks>;
