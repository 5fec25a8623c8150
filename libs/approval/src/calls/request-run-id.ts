import { hash } from 'node:crypto';
import type { TenantRequester } from '../requester/requester.js';

/**
 * Returns the id of the run that a call with a `requestId` has. Equal requests of one requester have one id in every
 * process, and the id of a run is unique in a store, so a request has one run.
 */
export const requestRunId = (
  { tenant, id }: TenantRequester,
  requestId: string,
  kind: 'call' | 'external' = 'call',
  application?: string,
): string => {
  const identity = [tenant, id, requestId, ...(application === undefined ? [] : [application])];
  return `${kind}_${hash('sha256', JSON.stringify(identity), 'base64url')}`;
};
