import { ChatClientException } from '../chat.errors.js';
import type { RetryOptions } from './retry-options.js';

/** Options of retries with nothing left open. */
export type RetryPolicy = Readonly<Required<RetryOptions>>;

const USUAL: RetryPolicy = { attempts: 3, minDelayMs: 1000, maxDelayMs: 30_000 };

/** What a timer can hold. */
const MAX_DELAY = 2 ** 31 - 1;

/** Reads options of retries; undefined where a model is asked once. Throws `ChatClientException` for what is none. */
export const retryPolicy = (options: RetryOptions | boolean = {}): RetryPolicy | undefined => {
  if (options === false) return undefined;
  const given = options === true ? {} : options;
  if (typeof given !== 'object' || given === null) refuse('retry', 'false or a record of options');
  for (const key of Object.keys(given)) if (!(key in USUAL)) refuse(`retry.${key}`, 'left out: nobody reads it');
  const { attempts = USUAL.attempts, maxDelayMs = Math.max(USUAL.maxDelayMs, given.minDelayMs ?? 0) } = given;
  const { minDelayMs = Math.min(USUAL.minDelayMs, maxDelayMs) } = given;
  if (!Number.isInteger(attempts) || attempts < 1) refuse('retry.attempts', 'a whole number of at least 1');
  assertDelay('retry.maxDelayMs', maxDelayMs);
  assertDelay('retry.minDelayMs', minDelayMs);
  if (minDelayMs > maxDelayMs) refuse('retry.minDelayMs', 'at most retry.maxDelayMs');
  return attempts === 1 ? undefined : { attempts, minDelayMs, maxDelayMs };
};

const assertDelay = (option: string, ms: number): void => {
  if (!(typeof ms === 'number' && ms >= 0 && ms <= MAX_DELAY)) refuse(option, `a number from 0 to ${MAX_DELAY}`);
};

const refuse = (option: string, expected: string): never => {
  throw new ChatClientException(`The option ${option} of a chat client must be ${expected}.`);
};
