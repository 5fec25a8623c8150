import { ChatClientException } from '../errors/chat.errors.js';
import type { RetryOptions } from './retry-options.js';

/** Retry options with all defaults applied. */
export type RetryPolicy = Readonly<Required<RetryOptions>>;

const USUAL: RetryPolicy = { attempts: 3, minDelayMs: 1000, maxDelayMs: 30_000 };

/** The longest delay of a timer, in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;

/** Validates retry options; undefined if a model is called once. Throws `ChatClientException` for an invalid option. */
export const retryPolicy = (options: RetryOptions | boolean = {}): RetryPolicy | undefined => {
  if (options === false) return undefined;
  const given = options === true ? {} : options;
  if (typeof given !== 'object' || given === null) throwInvalidOption('retry', 'true, false or an object');
  for (const key of Object.keys(given)) if (!(key in USUAL)) throwUnknownOption(key);
  const { attempts = USUAL.attempts, maxDelayMs = Math.max(USUAL.maxDelayMs, given.minDelayMs ?? 0) } = given;
  const { minDelayMs = Math.min(USUAL.minDelayMs, maxDelayMs) } = given;
  if (!Number.isInteger(attempts) || attempts < 1) throwInvalidOption('retry.attempts', 'a whole number of at least 1');
  assertDelay('retry.maxDelayMs', maxDelayMs);
  assertDelay('retry.minDelayMs', minDelayMs);
  if (minDelayMs > maxDelayMs) throwInvalidOption('retry.minDelayMs', 'at most retry.maxDelayMs');
  return attempts === 1 ? undefined : { attempts, minDelayMs, maxDelayMs };
};

const assertDelay = (option: string, ms: number): void => {
  if (!(typeof ms === 'number' && ms >= 0 && ms <= MAX_DELAY))
    throwInvalidOption(option, `a number from 0 to ${MAX_DELAY}`);
};

const throwUnknownOption = (name: string): never => {
  const names = Object.keys(USUAL).join(', ');
  throw new ChatClientException(
    `Unknown option retry.${name} of a chat client. The options are: ${names}. Correct the name, or remove it.`,
  );
};

const throwInvalidOption = (option: string, expected: string): never => {
  throw new ChatClientException(
    `The option ${option} of a chat client must be ${expected}. Correct it, or leave it out.`,
  );
};
