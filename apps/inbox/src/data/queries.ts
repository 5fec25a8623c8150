import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type {
  ApprovalBody,
  ApprovalFilter,
  ApprovalListQuery,
  ApprovalsClient,
  RunListQuery,
} from 'toolgate/http/client';
import { ME } from './answers.js';
import { useDoor } from './door.js';
import { removeDrafts } from './drafts.js';
import { setServerTime } from './server-clock.js';
import { WAITING } from './waiting.js';

const UNKNOWN = { status: 'OUTCOME_UNKNOWN' } as const;

const timed = <T extends { readonly now: string }>(answer: T): T => {
  setServerTime(answer.now);
  return answer;
};

type ListQuery = Omit<ApprovalListQuery, 'cursor'>;

const meOptions = (client: ApprovalsClient) =>
  queryOptions({ queryKey: ME, queryFn: ({ signal }) => client.me({ signal }), retry: false });

/** The most that the door lists at once. */
const LATER_PAGE = 500;

const listOptions = (client: ApprovalsClient, query: ListQuery) =>
  infiniteQueryOptions({
    queryKey: ['approvals', 'list', query],
    queryFn: async ({ signal, pageParam }) =>
      timed(await client.list({ ...query, ...(pageParam && { cursor: pageParam, limit: LATER_PAGE }) }, { signal })),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  });

const countsOptions = (client: ApprovalsClient, filter: ApprovalFilter) =>
  queryOptions({
    queryKey: ['approvals', 'counts', filter],
    queryFn: ({ signal }) => client.counts(filter, { signal }),
  });

/** Reads the person and a list, before a component asks for them. It never fails. */
export const readFirst = async (client: ApprovalsClient, queries: QueryClient, list?: ListQuery): Promise<void> => {
  await Promise.all([
    queries.prefetchQuery(meOptions(client)),
    list && queries.prefetchInfiniteQuery(listOptions(client, list)),
  ]);
};

/** The person whom the server knows. It is asked once, because its failure says that the session or the server is gone. */
export const useMe = () => useQuery(meOptions(useDoor().client));

/** A list of approvals, page by page. */
export const useApprovals = (query: ListQuery) => useInfiniteQuery(listOptions(useDoor().client, query));

/** One approval. */
export const useApproval = (id: string) => {
  const { client } = useDoor();
  return useQuery({
    queryKey: ['approvals', 'one', id],
    queryFn: async ({ signal }) => withoutOldDrafts(await client.get(id, { signal })),
  });
};

const withoutOldDrafts = (approval: ApprovalBody): ApprovalBody => {
  if (approval.status !== 'PENDING') removeDrafts(approval.id);
  return approval;
};

/** The events of one approval. */
export const useHistory = (id: string) => {
  const { client } = useDoor();
  return useQuery({ queryKey: ['approvals', 'history', id], queryFn: ({ signal }) => client.history(id, { signal }) });
};

/** How many approvals have which status. */
export const useCounts = (filter: ApprovalFilter = {}, enabled = true) =>
  useQuery({ ...countsOptions(useDoor().client, filter), enabled });

/** How many approvals wait. */
export const useWaiting = (): number | undefined => useCounts(WAITING).data?.total;

/** How many calls have an unknown outcome, which a person must report. */
export const useUnknownOutcomes = (): number | undefined => useCounts(UNKNOWN).data?.total;

/** The numbers of each hour. */
export const useStats = (hours = 24) => {
  const { client } = useDoor();
  return useQuery({
    queryKey: ['approvals', 'stats', hours],
    queryFn: ({ signal }) => client.stats({ hours }, { signal }),
  });
};

/** A list of runs, page by page. */
export const useRuns = (query: Omit<RunListQuery, 'cursor'>) => {
  const { client } = useDoor();
  return useInfiniteQuery({
    queryKey: ['runs', 'list', query],
    queryFn: async ({ signal, pageParam }) =>
      timed(await client.runs.list({ ...query, ...(pageParam && { cursor: pageParam }) }, { signal })),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  });
};

/** One run. */
export const useRun = (id: string) => {
  const { client } = useDoor();
  return useQuery({ queryKey: ['runs', 'one', id], queryFn: ({ signal }) => client.runs.get(id, { signal }) });
};

/** The events of one run. */
export const useRunEvents = (id: string) => {
  const { client } = useDoor();
  return useQuery({ queryKey: ['runs', 'events', id], queryFn: ({ signal }) => client.runs.events(id, { signal }) });
};
