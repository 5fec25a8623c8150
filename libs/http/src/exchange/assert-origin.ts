import { RequestException } from '../problem/request.exception.js';
import type { PlatformRequest } from '../reply/platform.js';

/**
 * Throws `RequestException` (`bad-origin`) for a write that a page of another origin may have made a browser send. A
 * browser authenticates such a request by a cookie, HTTP Basic, Kerberos or a client certificate, so the headers that
 * browsers add are checked in each write. A program sends none of them, and passes if it sends no cookie either.
 */
export const assertOrigin = (request: PlatformRequest, origins: readonly string[] | undefined): void => {
  const { method } = request;
  if (method === 'GET' || method === 'HEAD' || isTrusted(request, origins)) return;
  throw new RequestException(
    'bad-origin',
    'A write must come from a page of this origin, or from a program without a cookie. Send it from there, or add the origin of the page to the option origins.',
  );
};

const isTrusted = (request: PlatformRequest, origins: readonly string[] | undefined): boolean => {
  const { origin, cookie, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && origins) return origins.includes(origin);
  // A page of another site is never of the request's own origin.
  if (origin !== undefined) return site !== 'cross-site' && origin === ownOrigin(request);
  return site === undefined ? cookie === undefined : site === 'same-origin' || site === 'none';
};

const ownOrigin = ({ protocol, host, headers }: PlatformRequest): string | undefined => {
  try {
    return new URL(`${protocol}://${host ?? headers.host}`).origin;
  } catch {
    return undefined;
  }
};
