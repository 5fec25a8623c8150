import { ChatClientException } from '../chat.errors.js';

/** How often a model is asked again by default. */
export const ATTEMPTS = 3;

/** Gives a number of attempts back. Throws `ChatClientException` for what is none. */
export const assertAttempts = (attempts: number): number => {
  if (Number.isInteger(attempts) && attempts >= 0) return attempts;
  throw new ChatClientException(
    `repeatAttempts is ${String(attempts)}. Give a whole number: how often the model is asked again, or 0.`,
  );
};
