import { useCallback, useRef } from 'react';
import type { ListedApprovalBody } from 'toolgate/http/client';

// As long as the mark of a new row takes to fade.
const NEW_MS = 2500;

/**
 * Returns whether an approval arrived a moment ago. Those of the first read are not new, and neither are those of a
 * further page.
 */
export const useArrivals = (loaded: readonly ListedApprovalBody[], pages: number): ((id: string) => boolean) => {
  const arrived = useRef(new Map<string, number>());
  const last = useRef<{ readonly loaded: readonly ListedApprovalBody[]; readonly pages: number }>(undefined);
  if (last.current?.loaded !== loaded) {
    const isRead = last.current === undefined || last.current.pages < pages;
    for (const { id } of loaded) if (!arrived.current.has(id)) arrived.current.set(id, isRead ? 0 : Date.now());
    last.current = { loaded, pages };
  }
  return useCallback((id: string) => Date.now() - (arrived.current.get(id) ?? 0) < NEW_MS, []);
};
