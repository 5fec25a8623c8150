import { QueryClient } from '@tanstack/react-query';
import { ApprovalsProblem } from 'toolgate/http/client';

// A request that the server refused would be refused again.
const mayPass = (error: unknown): boolean =>
  !(error instanceof ApprovalsProblem) || error.status === 0 || error.status >= 500;

/** Creates the memory of what was read. Events of the door say when it is out of date. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (count, error) => count < 2 && mayPass(error), refetchOnWindowFocus: true },
    },
  });
