import { amount, callback, type Declared, finiteMs, option, yesOrNo } from '#core';
import type { ApplicationMemoryOptions, MemoryOptions } from './memory-options.js';

/** The declared options of a client's memory; `ToolgateModule` reads their environment variables. */
export const MEMORY = {
  enabled: option(yesOrNo, 'adds a memory to each client that has none of its own', false, 'TOOLGATE_MEMORY_ENABLED'),
  maxMessages: option(amount, 'the most messages of a prompt', 20, 'TOOLGATE_MEMORY_MAX_MESSAGES'),
  maxTokens: option(amount, 'the most tokens of a prompt', Infinity, 'TOOLGATE_MEMORY_MAX_TOKENS'),
  countTokens: option(
    callback('a function that counts the tokens of a message'),
    'counts the tokens of a message',
    'four characters each',
  ),
} satisfies Declared<MemoryOptions>;

/** The declared options of `forRoot({ memory })`. */
export const APPLICATION_MEMORY = {
  ...MEMORY,
  retentionMs: option(
    finiteMs,
    'how long a conversation is stored after its last message',
    'no limit',
    'TOOLGATE_MEMORY_RETENTION_MS',
  ),
} satisfies Declared<ApplicationMemoryOptions>;
