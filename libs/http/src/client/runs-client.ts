import { type CancelRequest, cancelRequest } from './cancel-request.js';
import type { Connection } from './connection.js';
import { queryString } from './query-string.js';
import type { RequestOptions } from './request-options.js';
import { segment } from './segment.js';
import type { ApprovalEventBody, ApprovalEventsBody } from './event-body.js';
import type { KnownCallBody, RunListQuery } from './request-body.js';
import type { RunBody, RunPageBody } from './run-body.js';

/** The requests about runs. */
export interface RunsClient {
  /** Lists runs that the person may see, oldest first. */
  list(query?: RunListQuery, options?: RequestOptions): Promise<RunPageBody>;
  /** Returns a run; the text of its answer only to its requester. */
  get(id: string, options?: RequestOptions): Promise<RunBody>;
  /** Returns the events of a run, in order. */
  events(id: string, options?: RequestOptions): Promise<readonly ApprovalEventBody[]>;
  /** Resumes a run now. Workers do so by themselves. */
  resume(id: string, options?: RequestOptions): Promise<RunBody>;
  /** Gives a parked run a new deadline, and makes it due. */
  retry(id: string, options?: RequestOptions): Promise<RunBody>;
  /** Cancels a run. Fails with `version-mismatch` if it has changed since it was read. */
  cancel(id: string, request: CancelRequest, options?: RequestOptions): Promise<RunBody>;
  /** Reports the outcome of a call whose outcome is unknown. Without one, the server asks the tool. */
  reconcile(id: string, known?: KnownCallBody, options?: RequestOptions): Promise<RunBody>;
}

/** Creates the requests about runs. */
export const runsClient = ({ read }: Connection): RunsClient => ({
  list: (query = {}, more) => read({ path: `/runs${queryString(query)}`, ...more }),
  get: async (id, more) => read({ path: pathOf(id, 'runs.get()'), ...more }),
  events: async (id, more) =>
    (await read<ApprovalEventsBody>({ path: `${pathOf(id, 'runs.events()')}/events`, ...more })).items,
  resume: async (id, more) =>
    read({ method: 'POST', path: `${pathOf(id, 'runs.resume()')}/resume`, body: {}, ...more }),
  retry: async (id, more) => read({ method: 'POST', path: `${pathOf(id, 'runs.retry()')}/retry`, body: {}, ...more }),
  cancel: async (id, request, more) => read({ ...cancelRequest(pathOf(id, 'runs.cancel()'), request), ...more }),
  reconcile: async (id, known, more) =>
    read({ method: 'POST', path: `${pathOf(id, 'runs.reconcile()')}/reconcile`, body: known ?? {}, ...more }),
});

const pathOf = (id: string, method: string): string => `/runs/${segment(id, method)}`;
