import { redactSecrets } from './redact-secrets.js';

/** Describes an error for logs and records: its name and message, without secrets and without its stack. */
export const describeError = (error: unknown): string => {
  try {
    return error instanceof Error ? redactSecrets(`${error.name}: ${error.message}`) : 'no Error was thrown';
  } catch {
    return 'an Error that cannot be read';
  }
};
