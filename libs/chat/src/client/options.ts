import { anything, count, type Declared, delayMs, endlessMs, option, wholeNumber, yesOrNo } from '#core';
import type { RetryOptions } from '../model-call/retry-options.js';
import type { ChatClientDefaults } from '../prompt/chat-client-record.js';
import type { ToolLoopOptions } from '../turn/chat-client-runtime.js';

/** The declared options of `forRoot({ retry })`; `ToolgateModule` reads their environment variables. */
export const RETRY = {
  attempts: option(count, 'the number of attempts, the first one included', 3, 'TOOLGATE_RETRY_ATTEMPTS'),
  minDelayMs: option(delayMs, 'the first wait; each further one is twice as long', 1000, 'TOOLGATE_RETRY_MIN_DELAY_MS'),
  maxDelayMs: option(delayMs, 'the longest wait', 30_000, 'TOOLGATE_RETRY_MAX_DELAY_MS'),
} satisfies Declared<RetryOptions>;

/** The declared options of the loop in `forRoot({ toolCalling })`; `ToolgateModule` reads their environment variables. */
export const LOOP = {
  enabled: option(yesOrNo, '`false` returns the calls to the caller', true, 'TOOLGATE_TOOL_CALLING_ENABLED'),
  order: option(
    wholeNumber,
    'the order of the loop among the advisors',
    'highest precedence + 300',
    'TOOLGATE_TOOL_CALLING_ORDER',
  ),
} satisfies Declared<ToolLoopOptions>;

/** The declared options of `forRoot({ client })`; the client checks the values like those of a prompt. */
export const CLIENT = {
  system: option(anything, 'the system text'),
  user: option(anything, 'the user text of a prompt without one'),
  tools: option(anything, 'the tools of a prompt that names none'),
  toolContext: option(anything, 'values for tools, which the model does not see'),
  options: option(anything, 'options of the model, such as `{ temperature: 0 }`'),
  advisors: option(anything, 'a list of advisors'),
  advisorParams: option(anything, 'parameters of advisors'),
  conversation: option(anything, 'the id of the conversation'),
  timeoutMs: option(endlessMs, 'how long a turn may take', Infinity, 'TOOLGATE_CLIENT_TIMEOUT_MS'),
  limits: option(anything, 'limits of a turn, which override those of `toolCalling.limits`'),
} satisfies Declared<ChatClientDefaults>;
