import { RequestException } from '../problem/request.exception.js';
import type { PlatformRequest } from '../reply/platform.js';

/**
 * Throws `RequestException` (`bad-origin`) for a write that a page of another origin may have made a browser send. Only
 * a cookie makes a browser authenticate such a request, so requests without one are not checked.
 */
export const assertOrigin = (request: PlatformRequest, origins: readonly string[] | undefined): void => {
  const { method, headers } = request;
  if (method === 'GET' || method === 'HEAD' || headers.cookie === undefined) return;
  const { origin, 'sec-fetch-site': site } = headers;
  const isOwn = origin === undefined ? isFromSameOrigin(site) : (origins ?? [ownOrigin(request)]).includes(origin);
  if (isOwn) return;
  throw new RequestException(
    'bad-origin',
    'A write with a cookie must come from a page of this origin. Send it from there, or authenticate with a header instead of a cookie.',
  );
};

// The browser states that no page of another origin sent it.
const isFromSameOrigin = (site: string | readonly string[] | undefined): boolean =>
  site === 'same-origin' || site === 'none';

const ownOrigin = ({ protocol, host, headers }: PlatformRequest): string | undefined => {
  try {
    return new URL(`${protocol}://${host ?? headers.host}`).origin;
  } catch {
    return undefined;
  }
};
