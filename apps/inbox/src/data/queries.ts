import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ApprovalListQuery, RunListQuery } from 'toolgate/http/client';
import { useDoor } from './door.js';
import { setServerTime } from './server-clock.js';

const timed = <T extends { readonly now: string }>(answer: T): T => {
  setServerTime(answer.now);
  return answer;
};

/** The person whom the server knows. */
export const useMe = () => {
  const { client } = useDoor();
  return useQuery({ queryKey: ['me'], queryFn: ({ signal }) => client.me({ signal }) });
};

/** A list of approvals. The old one stays on the page until the new one has arrived. */
export const useApprovals = (query: ApprovalListQuery) => {
  const { client } = useDoor();
  return useQuery({
    queryKey: ['approvals', 'list', query],
    queryFn: async ({ signal }) => timed(await client.list(query, { signal })),
    placeholderData: keepPreviousData,
  });
};

/** One approval. */
export const useApproval = (id: string) => {
  const { client } = useDoor();
  return useQuery({
    queryKey: ['approvals', 'one', id],
    queryFn: ({ signal }) => client.get(id, { signal }),
  });
};

/** The events of one approval. */
export const useHistory = (id: string) => {
  const { client } = useDoor();
  return useQuery({ queryKey: ['approvals', 'history', id], queryFn: ({ signal }) => client.history(id, { signal }) });
};

/** How many approvals have which status. */
export const useCounts = () => {
  const { client } = useDoor();
  return useQuery({ queryKey: ['approvals', 'counts'], queryFn: ({ signal }) => client.counts({}, { signal }) });
};

/** The numbers of each hour. */
export const useStats = (hours = 24) => {
  const { client } = useDoor();
  return useQuery({
    queryKey: ['approvals', 'stats', hours],
    queryFn: ({ signal }) => client.stats({ hours }, { signal }),
  });
};

/** A list of runs. */
export const useRuns = (query: RunListQuery) => {
  const { client } = useDoor();
  return useQuery({
    queryKey: ['runs', 'list', query],
    queryFn: async ({ signal }) => timed(await client.runs.list(query, { signal })),
    placeholderData: keepPreviousData,
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
