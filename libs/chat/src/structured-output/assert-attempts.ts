import { ChatClientException } from '../errors/chat.errors.js';

/** The default number of further calls of a model. */
export const ATTEMPTS = 3;

/** Returns a number of attempts. Throws `ChatClientException` if it is not a whole number of at least 0. */
export const assertAttempts = (attempts: number): number => {
  if (Number.isInteger(attempts) && attempts >= 0) return attempts;
  throw new ChatClientException(
    `repeatAttempts is ${String(attempts)}. Pass a whole number of at least 0, or leave it out.`,
  );
};
