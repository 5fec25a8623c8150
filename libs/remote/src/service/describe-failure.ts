import { ApprovalsProblem } from 'toolgate/http/client';
import { shortened } from './shortened.js';
import { RemoteApprovalException } from '../errors/remote-approval.errors.js';

/** The problem of an answer that does not come from an approval service. */
export const NOT_A_SERVICE = 'not-a-service';

const LONGEST_DETAIL = 1000;

/** Returns why a request to the service failed and what to do, without any value of the call. */
export const describeFailure = (error: unknown, serviceUrl: string): string => {
  if (error instanceof RemoteApprovalException) return error.message;
  if (!(error instanceof ApprovalsProblem)) return `the request to ${serviceUrl} failed. Check serviceUrl and headers`;
  const { status, problem } = error;
  if (status === 401 || status === 403)
    return `the approval service refused the credentials (${status}). Check headers, and the secret of this application at the service`;
  if (status === 0 || status >= 500)
    return `${serviceUrl} does not answer. Check serviceUrl, and that the service runs`;
  if (problem === NOT_A_SERVICE || problem === 'other' || problem === 'not-found' || status === 404)
    return `${serviceUrl} does not answer as an approval service (${status}). Check serviceUrl, and that its door has the option external`;
  return `the approval service answered ${status} (${shortened(problem, 50)}): ${shortened(error.detail, LONGEST_DETAIL).replace(/\.$/, '')}`;
};

/** Whether the credentials were refused, or the request can never succeed. */
export const isFinal = (error: unknown): boolean =>
  !(error instanceof ApprovalsProblem) || (error.status >= 300 && error.status < 500 && !LATER.has(error.status));

/** The statuses below 500 of a service that may accept the same request later. */
export const LATER: ReadonlySet<number> = new Set([408, 425, 429]);
