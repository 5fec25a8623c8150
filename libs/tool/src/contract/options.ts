import { types } from 'node:util';
import { anything, countUpTo, type Declared, group, type Kind, limit, listOf, oneOf, option, yesOrNo } from '#core';
import type { ArgumentLimits } from './argument-limits.js';
import type { ToolCallLimits } from './tool-call-limits.js';
import type { ToolCallingOptions } from './tool-calling-options.js';
import type { ToolDefaults } from './tool-defaults.js';

/** Functions that process arguments recurse once per level, so deeper arguments could overflow the stack. */
export const DEEPEST = 1000;

const CALLS = limit();

const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map);

const limitsByName: Kind = {
  fits: isRecord,
  pass: 'an object of names and numbers, such as { refund: 3 }',
  read: (text) => {
    const pairs = text.split(',').map((pair) => pair.split('=').map((part) => part.trim()));
    const limits = pairs.map(([name, calls = '']) => [name, CALLS.read?.(calls)] as const);
    return limits.every(([name, calls]) => name && CALLS.fits(calls)) ? Object.fromEntries(limits) : undefined;
  },
  write: 'names and limits, such as `refund=3,search=unlimited`',
};

const patterns: Kind = {
  ...listOf(types.isRegExp, 'a list of regular expressions'),
  // Texts in such a list are probably the secrets themselves.
  hidesLists: true,
  remedy: (value) =>
    Array.isArray(value) ? 'Pass only regular expressions: convert a text with new RegExp(text).' : undefined,
};

/** The limits of a turn. */
export const LIMITS = {
  callsPerTool: option(CALLS, 'the most calls of one tool', 40, 'TOOLGATE_LIMITS_CALLS_PER_TOOL'),
  perTool: option(limitsByName, 'the most calls of the named tools', undefined, 'TOOLGATE_LIMITS_PER_TOOL'),
  totalCalls: option(CALLS, 'the most calls of all tools', 150, 'TOOLGATE_LIMITS_TOTAL_CALLS'),
  rounds: option(CALLS, 'the most answers of the model', 50, 'TOOLGATE_LIMITS_ROUNDS'),
  repeatedCalls: option(
    CALLS,
    'the most calls of one tool with equal arguments',
    Infinity,
    'TOOLGATE_LIMITS_REPEATED_CALLS',
  ),
  onBreach: option(
    oneOf('stop', 'report'),
    'a breach ends the turn, or the model receives an error',
    'stop',
    'TOOLGATE_LIMITS_ON_BREACH',
  ),
} satisfies Declared<ToolCallLimits>;

/** The size limits of a call's arguments. */
export const ARGUMENTS = {
  maxBytes: option(limit('bytes'), 'the most bytes of the JSON text', 1_000_000, 'TOOLGATE_ARGUMENTS_MAX_BYTES'),
  maxNodes: option(CALLS, 'the most values in the JSON text', 10_000, 'TOOLGATE_ARGUMENTS_MAX_NODES'),
  maxDepth: option(countUpTo(DEEPEST), 'the most nested objects and lists', 100, 'TOOLGATE_ARGUMENTS_MAX_DEPTH'),
} satisfies Declared<ArgumentLimits>;

/** The options of many tools at once. They are checked like those of `@Tool()`, with the errors of a declaration. */
const DEFAULTS = {
  returnDirect: option(anything, 'returns the result as the answer of the turn', false),
  requiresApproval: option(anything, 'whether a strategy must decide'),
  sequential: option(anything, 'runs no other call of the batch at the same time', false),
  idempotent: option(anything, 'whether a call may run twice with one idempotency key', false),
  timeoutMs: option(anything, 'the time limit of one execution, in milliseconds', Infinity),
  maxResultLength: option(anything, 'the most characters of a result'),
  tags: option(anything, 'words for `tagged()`, tool search, visibility and strategies'),
  hints: option(anything, '`readOnly`, `destructive`, `openWorld`'),
  resultConverter: option(anything, 'converts results to what the model sees'),
} satisfies Declared<ToolDefaults>;

/** The declared options of `forRoot({ toolCalling })` besides the loop, with their environment variables. */
export const TOOL_CALLING = {
  parallelToolCalls: option(
    yesOrNo,
    '`false` runs the calls of an answer one after the other',
    true,
    'TOOLGATE_TOOL_CALLING_PARALLEL',
  ),
  throwOnError: option(
    yesOrNo,
    'an error of a tool fails the turn instead of informing the model',
    false,
    'TOOLGATE_TOOL_CALLING_THROW_ON_ERROR',
  ),
  rethrow: option(
    listOf((entry) => typeof entry === 'function', 'a list of classes of errors'),
    'classes of errors that fail the turn unchanged',
  ),
  redact: option(patterns, 'further patterns of secrets in messages'),
  logErrors: option(
    yesOrNo,
    'logs messages of tool errors and stacks of programming errors',
    false,
    'TOOLGATE_TOOL_CALLING_LOG_ERRORS',
  ),
  globalEnhancers: option(
    yesOrNo,
    'runs global guards, pipes, interceptors and filters for tools',
    false,
    'TOOLGATE_TOOL_CALLING_GLOBAL_ENHANCERS',
  ),
  maxResultLength: option(
    limit('characters'),
    'the most characters of a result sent to the model',
    100_000,
    'TOOLGATE_TOOL_CALLING_MAX_RESULT_LENGTH',
  ),
  maxStreamBytes: option(
    limit('bytes'),
    'the most bytes read from a stream, file or iterable',
    33_554_432,
    'TOOLGATE_TOOL_CALLING_MAX_STREAM_BYTES',
  ),
  limits: group(LIMITS),
  arguments: group(ARGUMENTS),
  defaults: group(DEFAULTS),
} satisfies Declared<ToolCallingOptions>;
