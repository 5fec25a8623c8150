import { RequestException, refuseRequest } from '../problem/request.exception.js';

/**
 * Returns the version of a record that `If-Match` states. Throws `RequestException` if the header is missing (428) or
 * does not state a version.
 */
export const statedVersion = (header: string | undefined): number => {
  if (header === undefined) {
    throw new RequestException(
      'precondition-missing',
      'If-Match is missing. Send the version of the record: If-Match: "3".',
    );
  }
  const [, version] = /^"(\d{1,15})"$/.exec(header.trim()) ?? [];
  if (version !== undefined) return Number(version);
  return refuseRequest('If-Match does not contain a version. Send the version of the record in quotes: If-Match: "3".');
};
