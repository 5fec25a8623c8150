import { useQueryClient } from '@tanstack/react-query';
import type { ApprovalBody, ListedApprovalBody } from 'toolgate/http/client';

interface Pages {
  readonly pages?: readonly { readonly items: readonly ListedApprovalBody[] }[];
}

/** Returns another approval of the list beside the card that waits for the same call with the same arguments. */
export const useSameRequest = ({ id, toolName, argsHash, status }: ApprovalBody): ListedApprovalBody | undefined => {
  const lists = useQueryClient().getQueriesData<Pages>({ queryKey: ['approvals', 'list'], type: 'active' });
  if (status !== 'PENDING') return undefined;
  return lists
    .flatMap(([, data]) => data?.pages?.flatMap(({ items }) => items) ?? [])
    .find(
      (other) =>
        other.status === 'PENDING' && other.id !== id && other.toolName === toolName && other.argsHash === argsHash,
    );
};
