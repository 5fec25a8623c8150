/**
 * Whether a value is an object of headers, and all of them can be sent. The error of `Headers` would contain the value that
 * it refuses, which may be a secret.
 */
export const canSendHeaders = (headers: unknown): boolean => {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return false;
  try {
    return [...new Headers(Object.entries(headers)).keys()].length === Object.keys(headers).length;
  } catch {
    return false;
  }
};
