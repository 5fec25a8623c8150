import { ApprovalsProblem } from './approvals-problem.js';

/** Returns how many milliseconds to wait before an attempt is repeated; `attempt` is 1 after the first one failed. */
export type RetryDelay = (attempt: number) => number;

const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** Doubles with each attempt, up to 30 seconds. Half of it is random, so that clients do not return at once. */
export const growingDelay: RetryDelay = (attempt) => {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 10));
  return longest / 2 + (Math.random() * longest) / 2;
};

/** A timer with a longer time ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const PASSING = new Set([0, 408, 425, 429]);

/** Whether the same request may succeed later without any change: there was no answer, or the server is not ready. */
export const isPassing = (error: unknown): error is ApprovalsProblem =>
  error instanceof ApprovalsProblem && (PASSING.has(error.status) || error.status >= 500);

/** Returns the delay, and at least the time that the server stated; at most 24 days, because no timer lasts longer. */
export const delayAfter = (error: unknown, attempt: number, delay: RetryDelay): number => {
  const stated = error instanceof ApprovalsProblem ? (error.retryAfter ?? 0) * 1000 : 0;
  return Math.min(LONGEST_TIMER_MS, Math.max(delay(attempt), stated));
};
