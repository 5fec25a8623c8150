import { recordOf } from '../checks/record-of.js';
import { redactSecrets } from './redact-secrets.js';

/** Describes an error for logs and records: its name and message, without secrets and without its stack. */
export const describeError = (error: unknown): string => {
  try {
    return error instanceof Error ? redactSecrets(textOf(error)) : 'no Error was thrown';
  } catch {
    return 'an Error that cannot be read';
  }
};

/** The messages that do not state what failed: of a connection to a host with several addresses, and of `fetch`. */
const VAGUE = ['', 'fetch failed'];

const textOf = (error: Error): string => {
  const { name, message } = error;
  const code = VAGUE.includes(message) ? (recordOf(error)['code'] ?? recordOf(error.cause)['code']) : undefined;
  return [name, message && `: ${message}`, typeof code === 'string' && ` (${code})`].filter(Boolean).join('');
};
