import { type CancelRequest, cancelRequest } from './cancel-request.js';
import { type ApprovalsClientOptions, type Connection, connectionTo } from './connection.js';
import { queryString } from './query-string.js';
import { type ReadChanges, readChanges } from './read-changes.js';
import type { RequestOptions } from './request-options.js';
import { sendWithRetries } from './send-with-retries.js';
import { segment } from './segment.js';
import { type RunsClient, runsClient } from './runs-client.js';
import type { ApprovalBody, ApprovalCountsBody, ApprovalPageBody, ApprovalStatsBody } from './approval-body.js';
import type { ApprovalEventBody, ApprovalEventsBody } from './event-body.js';
import type {
  ApprovalFilter,
  ApprovalListQuery,
  BulkResultBody,
  BulkResultsBody,
  DecisionBody,
  PrincipalBody,
} from './request-body.js';

/** A decision; without a `decisionId` the client chooses one. */
export type ClientDecision = Omit<DecisionBody, 'decisionId'> & { readonly decisionId?: string };

/** One decision of a bulk request. */
export type BulkDecision = Omit<ClientDecision, 'editedArguments'> & { readonly id: string };

/** The requests to the front door. A failed request rejects with `ApprovalsProblem`. The client stores nothing. */
export interface ApprovalsClient {
  /** Returns the person that the server has authenticated. */
  me(options?: RequestOptions): Promise<PrincipalBody>;
  /** Lists approvals that the person may see. */
  list(query?: ApprovalListQuery, options?: RequestOptions): Promise<ApprovalPageBody>;
  /** Counts approvals by the filters of a list. */
  counts(filters?: ApprovalFilter, options?: RequestOptions): Promise<ApprovalCountsBody>;
  /** Returns the numbers of each hour. */
  stats(query?: { readonly hours?: number }, options?: RequestOptions): Promise<ApprovalStatsBody>;
  get(id: string, options?: RequestOptions): Promise<ApprovalBody>;
  /** Returns the events of an approval, in order. */
  history(id: string, options?: RequestOptions): Promise<readonly ApprovalEventBody[]>;
  /**
   * Sends a decision. If no answer arrives, the client sends the same decision again, with the same `decisionId`, up to
   * five times, so it counts once.
   */
  decide(id: string, decision: ClientDecision, options?: RequestOptions): Promise<ApprovalBody>;
  /** Sends up to 100 decisions, and repeats them like `decide`. Each has its own result, in order. */
  decideAll(decisions: readonly BulkDecision[], options?: RequestOptions): Promise<readonly BulkResultBody[]>;
  /** Cancels an approval. Fails with `version-mismatch` if it has changed since it was read. */
  cancel(id: string, request: CancelRequest, options?: RequestOptions): Promise<ApprovalBody>;
  /** The turns that were suspended. */
  readonly runs: RunsClient;
  /**
   * Reads changes until the signal aborts, and connects again after each interruption. Rejects if the next attempt
   * would receive the same answer, such as 401 or 403.
   */
  changes(reader: ReadChanges): Promise<void>;
}

/** Creates a client of the front door. It uses `fetch` only, so it runs in a browser and in Node. */
export const approvalsClient = (options: ApprovalsClientOptions): ApprovalsClient => {
  const connection = connectionTo(options);
  const { read } = connection;
  return {
    me: (more) => read({ path: '/me', ...more }),
    list: (query = {}, more) => read({ path: queryString(query), ...more }),
    counts: (filters = {}, more) => read({ path: `/counts${queryString(filters)}`, ...more }),
    stats: (query = {}, more) => read({ path: `/stats${queryString(query)}`, ...more }),
    get: async (id, more) => read({ path: pathOf(id, 'get()'), ...more }),
    history: async (id, more) =>
      (await read<ApprovalEventsBody>({ path: `${pathOf(id, 'history()')}/history`, ...more })).items,
    cancel: async (id, request, more) => read({ ...cancelRequest(pathOf(id, 'cancel()'), request), ...more }),
    ...decisions(connection),
    runs: runsClient(connection),
    changes: (reader) => readChanges(connection, reader),
  };
};

const decisions = (connection: Connection): Pick<ApprovalsClient, 'decide' | 'decideAll'> => ({
  decide: async (id, decision, more) => {
    const body = withId(decision);
    const request = { method: 'POST', path: `${pathOf(id, 'decide()')}/decisions`, body, ...more } as const;
    return sendWithRetries(() => connection.read(request), connection, more?.signal);
  },
  decideAll: async (all, more) => {
    const body = { decisions: all.map(withId) };
    const request = { method: 'POST', path: '/decisions', body, ...more } as const;
    const send = () => connection.read<BulkResultsBody>(request);
    return (await sendWithRetries(send, connection, more?.signal)).results;
  },
});

const withId = <T extends { readonly decisionId?: string }>(decision: T) => ({
  ...decision,
  decisionId: decision.decisionId ?? newId(),
});

// Not `randomUUID`, because it is missing in a page without TLS.
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const pathOf = (id: string, method: string): string => `/${segment(id, method)}`;
