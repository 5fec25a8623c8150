import { redactSecrets } from './redact-secrets.js';

/** An error in words, for a log and for records: its name and what it says, without secrets and without its stack. */
export const describeError = (error: unknown): string => {
  try {
    return error instanceof Error ? redactSecrets(`${error.name}: ${error.message}`) : 'no Error was thrown';
  } catch {
    return 'an Error that cannot be read';
  }
};
