import { useEffect, useMemo, useRef } from 'react';
import type { ListedApprovalBody } from 'toolgate/http/client';
import type { Address } from '../address/address.js';
import { useApprovals, useCounts } from '../data/queries.js';
import { filterOf, queryOf } from './groups.js';
import { matching } from './matches.js';

const NONE: readonly ListedApprovalBody[] = [];

/** The approvals that the address lists, those that its text matches, and how many there are. */
export const useList = (address: Address, text: string) => {
  const query = queryOf(address);
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useApprovals(query);
  const hasFirstOnly = hasNextPage && data?.pages.length === 1;
  useEffect(() => {
    // The first page is small, so that it is there soon. The next one follows by itself.
    if (hasFirstOnly) void fetchNextPage();
  }, [hasFirstOnly, fetchNextPage]);
  const loaded = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? NONE, [data]);
  const shown = useMemo(() => matching(loaded, text), [loaded, text]);
  const total = useCounts(filterOf(address), hasNextPage).data?.total;
  return {
    key: JSON.stringify(query),
    loaded,
    shown,
    pages: data?.pages.length ?? 0,
    total: hasNextPage ? total : loaded.length,
    unreadable: data?.pages.reduce((sum, page) => sum + (page.unreadable?.length ?? 0), 0) ?? 0,
    tools: useToolsSeen(loaded, address.tool),
    isPending,
    error,
    refetch,
    more: hasNextPage ? { load: () => void fetchNextPage(), isLoading: isFetchingNextPage } : undefined,
  };
};

export type List = ReturnType<typeof useList>;

/** The tools of every approval that this page has listed, so that the menu stays while a filter is chosen. */
const useToolsSeen = (items: readonly ListedApprovalBody[], chosen: string | undefined): readonly string[] => {
  const seen = useRef(new Set<string>());
  return useMemo(() => {
    for (const { toolName } of items) seen.current.add(toolName);
    if (chosen !== undefined) seen.current.add(chosen);
    return [...seen.current].sort();
  }, [items, chosen]);
};
