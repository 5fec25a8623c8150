import { amount, callback, type Declared, option, yesOrNo } from '#core';
import type { MemoryOptions } from './memory-options.js';

/** The declarations of `forRoot({ memory })`; `ToolgateModule` reads their environment variables. */
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
