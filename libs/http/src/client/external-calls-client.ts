import { cancelBody } from './cancel-request.js';
import { type ApprovalsClientOptions, type Connection, connectionTo, type DoorRequest } from './connection.js';
import type {
  ExternalCallBody,
  ExternalClaimBody,
  ExternalClaimedBody,
  ExternalFinishBody,
  ExternalRequestBody,
  ExternalStatusesBody,
} from './external-body.js';
import { queryString } from './query-string.js';
import type { RequestOptions } from './request-options.js';
import { segment } from './segment.js';
import { sendWithRetries } from './send-with-retries.js';

/**
 * The requests of an application whose calls people decide at a front door. A request without an answer is sent again:
 * none of them has a second effect. A failed one rejects with `ApprovalsProblem`.
 */
export interface ExternalCallsClient {
  /** Requests a decision. The same `requestId` returns the same call. */
  request(request: ExternalRequestBody, options?: RequestOptions): Promise<ExternalCallBody>;
  /** Returns a call as it is now. */
  get(id: string, options?: RequestOptions): Promise<ExternalCallBody>;
  /** Returns the statuses of up to 100 calls. */
  statuses(ids: readonly string[], options?: RequestOptions): Promise<ExternalStatusesBody>;
  /** Claims an approved call: `start` for one token. The same token renews the claim. */
  claim(id: string, claim: ExternalClaimBody, options?: RequestOptions): Promise<ExternalClaimedBody>;
  /** Reports the outcome of a claimed call. */
  finish(id: string, finish: ExternalFinishBody, options?: RequestOptions): Promise<ExternalCallBody>;
  /** Withdraws a call that has not been claimed. */
  cancel(id: string, reason?: string, options?: RequestOptions): Promise<ExternalCallBody>;
}

/** Creates a client for an application. `headers` returns its secret as `authorization: Bearer …`. */
export const externalCallsClient = (options: ApprovalsClientOptions): ExternalCallsClient => {
  const connection = connectionTo(options);
  const send = sending(connection);
  return {
    request: (body, more) => send({ method: 'POST', path: '/external', body, ...more }),
    get: async (id, more) => send({ path: pathOf(id, 'get()'), ...more }),
    statuses: (ids, more) => send({ path: `/external${queryString({ id: ids })}`, ...more }),
    claim: async (id, body, more) => send({ method: 'POST', path: `${pathOf(id, 'claim()')}/claim`, body, ...more }),
    finish: async (id, body, more) => send({ method: 'POST', path: `${pathOf(id, 'finish()')}/finish`, body, ...more }),
    cancel: async (id, reason, more) =>
      send({ method: 'POST', path: `${pathOf(id, 'cancel()')}/cancel`, body: cancelBody(reason), ...more }),
  };
};

const sending =
  (connection: Connection) =>
  <T>(request: DoorRequest): Promise<T> =>
    sendWithRetries(() => connection.read<T>(request), connection, request.signal);

const pathOf = (id: string, method: string): string => `/external/${segment(id, method)}`;
