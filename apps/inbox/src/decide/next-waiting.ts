import { useQueryClient } from '@tanstack/react-query';
import type { ListedApprovalBody } from 'toolgate/http/client';

interface Pages {
  readonly pages?: readonly { readonly items: readonly ListedApprovalBody[] }[];
}

/** Returns the next approval of the list that waits for the vote of the person, else the first one. */
export const useNextWaiting = (id: string, me: string | undefined): ListedApprovalBody | undefined => {
  const lists = useQueryClient().getQueriesData<Pages>({ queryKey: ['approvals', 'list'], type: 'active' });
  const items = lists.flatMap(([, data]) => data?.pages?.flatMap((page) => page.items) ?? []);
  const at = items.findIndex((item) => item.id === id);
  return [...items.slice(at + 1), ...items].find(
    (item) => item.status === 'PENDING' && item.id !== id && item.votes.every(({ voter }) => voter !== me),
  );
};
