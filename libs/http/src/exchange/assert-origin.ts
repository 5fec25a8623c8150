import { RequestException } from '../problem/request.exception.js';
import type { PlatformRequest } from '../reply/platform.js';

// An error shows at most this many characters of a header.
const SHOWN = 100;

/**
 * Throws `RequestException` (`bad-origin`) for a write that a page of another origin may have made a browser send. A
 * browser authenticates such a request by a cookie, HTTP Basic, Kerberos or a client certificate, so the headers that
 * browsers add are checked in each write. A program sends none of them, and passes with a bearer token or without a
 * cookie.
 */
export const assertOrigin = (request: PlatformRequest, origins?: readonly string[]): void => {
  const { method } = request;
  if (method === 'GET' || method === 'HEAD' || isTrusted(request, origins)) return;
  throw new RequestException('bad-origin', refusal(request, origins));
};

const isTrusted = (request: PlatformRequest, origins: readonly string[] | undefined): boolean => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && origins) return origins.includes(origin);
  // A page of another site is never of the request's own origin.
  if (origin !== undefined) return site !== 'cross-site' && origin === ownOrigin(request);
  return site === undefined ? isOfProgram(request) : site === 'same-origin' || site === 'none';
};

// A page cannot make a browser add a bearer token. A load balancer may add a cookie to the requests of a program.
const isOfProgram = ({ headers: { cookie, authorization = '' } }: PlatformRequest): boolean =>
  cookie === undefined || /^bearer /i.test(authorization);

const refusal = (request: PlatformRequest, origins: readonly string[] | undefined): string => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const expected = origins ?? [ownOrigin(request) ?? 'that of this server'];
  if (origin === undefined && site === undefined)
    return `A write with a cookie names no Origin. Send the header Origin (${expected.join(', ')}), or a bearer token.`;
  const from = origin === undefined ? 'another origin' : `the origin ${origin.slice(0, SHOWN)}`;
  return `The write comes from a page of ${from}, and the door accepts ${expected.join(', ')}. Add the origin of the page to the option origins of ApprovalsHttpModule. Behind a proxy, let the application trust it.`;
};

const ownOrigin = ({ protocol, host, headers }: PlatformRequest): string | undefined => {
  try {
    return new URL(`${protocol}://${host ?? headers.host}`).origin;
  } catch {
    return undefined;
  }
};
