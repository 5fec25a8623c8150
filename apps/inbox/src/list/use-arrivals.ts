import { useCallback, useRef } from 'react';
import type { ListedApprovalBody } from 'toolgate/http/client';

// As long as the mark of a new row takes to fade.
const NEW_MS = 2500;

/** Returns whether an approval arrived a moment ago. Those of the first read are not new. */
export const useArrivals = (shown: readonly ListedApprovalBody[]): ((id: string) => boolean) => {
  const arrived = useRef<Map<string, number>>(undefined);
  const last = useRef<readonly ListedApprovalBody[]>(undefined);
  if (last.current !== shown) {
    const isFirst = arrived.current === undefined;
    arrived.current ??= new Map();
    for (const { id } of shown) if (!arrived.current.has(id)) arrived.current.set(id, isFirst ? 0 : Date.now());
    last.current = shown;
  }
  return useCallback((id: string) => Date.now() - (arrived.current?.get(id) ?? 0) < NEW_MS, []);
};
