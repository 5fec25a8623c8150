import { QueryClient } from '@tanstack/react-query';
import { ApprovalsProblem } from 'toolgate/http/client';

// A request that the server refused would be refused again.
const mayPass = (error: unknown): boolean =>
  !(error instanceof ApprovalsProblem) || error.status === 0 || error.status >= 500;

/**
 * Creates the memory of what was read. Events of the door say when it is out of date. Requests are always sent, because a
 * browser may call itself offline while the server of the same machine answers.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        retry: (count, error) => count < 2 && mayPass(error),
        refetchOnWindowFocus: true,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
