import type { JsonObject } from 'toolgate/model';
import type { RouteShape } from '../exchange/exchange.js';
import { RequestException } from '../problem/request.exception.js';

/** Throws `RequestException` for a decision that is to be remembered. */
const refuseRemember = (body: JsonObject): void => {
  if (!Object.hasOwn(body, 'remember')) return;
  throw new RequestException(
    'bad-decision',
    'A decision cannot be remembered, because this version has no grants. Leave remember out, and decide each call.',
  );
};

/** The shape of a request that decides; `ApprovalService` checks the values. */
export const DECISION: RouteShape = {
  body: ['decisionId', 'decision', 'revision', 'argsHash', 'reason', 'editedArguments', 'response', 'answer'],
  refuse: refuseRemember,
};
