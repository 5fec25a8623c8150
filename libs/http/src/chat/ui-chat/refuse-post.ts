import { RequestException } from '../../problem/request.exception.js';

/** Throws `RequestException` for a request that is not of the AI SDK's protocol. */
export const refusePost = (detail: string): never => {
  throw new RequestException('bad-request', detail);
};
