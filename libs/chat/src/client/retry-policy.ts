import { checkOption, checkOptions } from '#core';
import { ChatClientException } from '../errors/chat.errors.js';
import type { RetryOptions, RetryPolicy } from '../model-call/retry-options.js';
import { RETRY } from './options.js';

const PLACE = { owner: 'a chat client', path: 'retry.', error: ChatClientException };

/** Validates retry options; undefined if a model is called once. Throws `ChatClientException` for an invalid option. */
export const retryPolicy = (options: RetryOptions | boolean = {}): RetryPolicy | undefined => {
  if (options === false) return undefined;
  const checked = checkOptions(options === true ? {} : options, RETRY, PLACE);
  const {
    attempts = RETRY.attempts.default,
    maxDelayMs = Math.max(RETRY.maxDelayMs.default, checked.minDelayMs ?? 0),
  } = checked;
  const { minDelayMs = Math.min(RETRY.minDelayMs.default, maxDelayMs) } = checked;
  checkOption(
    'minDelayMs',
    minDelayMs,
    { fits: () => minDelayMs <= maxDelayMs, pass: 'at most retry.maxDelayMs' },
    PLACE,
  );
  return attempts === 1 ? undefined : { attempts, minDelayMs, maxDelayMs };
};
