import { SeamException } from '#core';
import { closestName } from './closest-name.js';
import type { ToolgateModuleOptions } from './toolgate.module-definition.js';

type Read = (text: string) => unknown;

interface Setting {
  readonly path: readonly string[];
  readonly read: Read;
  readonly expected: string;
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };
const WHOLE = /^-?\d+$/;
const DECIMAL = /^\d+(?:\.\d+)?$/;
const toAmount: Read = (text) => {
  if (text === 'unlimited') return Infinity;
  return WHOLE.test(text) && Number(text) > 0 ? Number(text) : undefined;
};
const toLimit: Read = (text) => (text === '-1' ? Infinity : toAmount(text));
const toPairs: Read = (text) => {
  const pairs = text.split(',').map((pair) => pair.split('=').map((part) => part.trim()));
  const limits = pairs.map(([name, limit = '']) => [name, toLimit(limit)] as const);
  return limits.every(([name, limit]) => name && limit !== undefined) ? Object.fromEntries(limits) : undefined;
};

const yesOrNo = (...path: string[]): Setting => ({ path, read: (text) => BOOLEANS[text], expected: 'true or false' });
const number = (...path: string[]): Setting => ({
  path,
  read: (text) => (WHOLE.test(text) ? Number(text) : undefined),
  expected: 'a whole number',
});
const amount = (...path: string[]): Setting => ({
  path,
  read: toAmount,
  expected: 'a whole number above 0, or unlimited',
});
const above0 = (...path: string[]): Setting => ({
  path,
  read: (text) => (text === 'unlimited' ? undefined : toAmount(text)),
  expected: 'a whole number above 0',
});
const text = (...path: string[]): Setting => ({ path, read: (value) => value, expected: 'a text' });
const limit = (...path: string[]): Setting => ({ ...amount(...path), read: toLimit });
const oneOf = (values: readonly string[], ...path: string[]): Setting => ({
  path,
  read: (text) => values.find((value) => value === text),
  expected: values.join(', ').replace(/, ([^,]*)$/, ' or $1'),
});

/** The option of each environment variable. */
export const SETTINGS: Readonly<Record<string, Setting>> = {
  TOOLGATE_TOOL_CALLING_ENABLED: yesOrNo('toolCalling', 'enabled'),
  TOOLGATE_TOOL_CALLING_ORDER: number('toolCalling', 'order'),
  TOOLGATE_TOOL_CALLING_PARALLEL: yesOrNo('toolCalling', 'parallelToolCalls'),
  TOOLGATE_TOOL_CALLING_THROW_ON_ERROR: yesOrNo('toolCalling', 'throwOnError'),
  TOOLGATE_TOOL_CALLING_LOG_ERRORS: yesOrNo('toolCalling', 'logErrors'),
  TOOLGATE_TOOL_CALLING_GLOBAL_ENHANCERS: yesOrNo('toolCalling', 'globalEnhancers'),
  TOOLGATE_TOOL_CALLING_MAX_RESULT_LENGTH: limit('toolCalling', 'maxResultLength'),
  TOOLGATE_TOOL_CALLING_MAX_STREAM_BYTES: limit('toolCalling', 'maxStreamBytes'),
  TOOLGATE_ARGUMENTS_MAX_BYTES: limit('toolCalling', 'arguments', 'maxBytes'),
  TOOLGATE_ARGUMENTS_MAX_NODES: limit('toolCalling', 'arguments', 'maxNodes'),
  TOOLGATE_ARGUMENTS_MAX_DEPTH: above0('toolCalling', 'arguments', 'maxDepth'),
  TOOLGATE_LIMITS_CALLS_PER_TOOL: limit('toolCalling', 'limits', 'callsPerTool'),
  TOOLGATE_LIMITS_PER_TOOL: {
    path: ['toolCalling', 'limits', 'perTool'],
    read: toPairs,
    expected: 'names and limits, such as refund=3,search=unlimited',
  },
  TOOLGATE_LIMITS_TOTAL_CALLS: limit('toolCalling', 'limits', 'totalCalls'),
  TOOLGATE_LIMITS_ROUNDS: limit('toolCalling', 'limits', 'rounds'),
  TOOLGATE_LIMITS_REPEATED_CALLS: limit('toolCalling', 'limits', 'repeatedCalls'),
  TOOLGATE_LIMITS_ON_BREACH: oneOf(['stop', 'report'], 'toolCalling', 'limits', 'onBreach'),
  TOOLGATE_CLIENT_TIMEOUT_MS: amount('client', 'timeoutMs'),
  TOOLGATE_RETRY_ATTEMPTS: number('retry', 'attempts'),
  TOOLGATE_RETRY_MIN_DELAY_MS: number('retry', 'minDelayMs'),
  TOOLGATE_RETRY_MAX_DELAY_MS: number('retry', 'maxDelayMs'),
  TOOLGATE_MEMORY_ENABLED: yesOrNo('memory', 'enabled'),
  TOOLGATE_MEMORY_MAX_MESSAGES: amount('memory', 'maxMessages'),
  TOOLGATE_MEMORY_MAX_TOKENS: amount('memory', 'maxTokens'),
  TOOLGATE_APPROVAL_ON_ERROR: oneOf(['throw', 'reject', 'ask'], 'approval', 'onError'),
  TOOLGATE_APPROVAL_TIMEOUT_MS: amount('approval', 'timeoutMs'),
  TOOLGATE_APPROVAL_REQUIRE_COVERAGE: yesOrNo('approval', 'requireCoverage'),
  TOOLGATE_APPROVAL_ON_MESSAGE: oneOf(['reject', 'supersede'], 'approval', 'onMessage'),
  TOOLGATE_APPROVAL_EXPIRES_IN_MS: above0('approval', 'expiresInMs'),
  TOOLGATE_APPROVAL_LAPSES_IN_MS: above0('approval', 'approvalLapsesInMs'),
  TOOLGATE_APPROVAL_DEADLINE_MS: amount('approval', 'deadlineMs'),
  TOOLGATE_APPROVAL_WORKER: yesOrNo('approval', 'worker'),
  TOOLGATE_APPROVAL_CONCURRENCY: above0('approval', 'concurrency'),
  TOOLGATE_APPROVAL_LEASE_MS: above0('approval', 'leaseMs'),
  TOOLGATE_APPROVAL_SHUTDOWN_MS: above0('approval', 'shutdownMs'),
  TOOLGATE_TOOL_SEARCH_ENABLED: yesOrNo('toolSearch', 'enabled'),
  TOOLGATE_TOOL_SEARCH_INDEX_TYPE: oneOf(['regex', 'keyword', 'vector'], 'toolSearch', 'indexType'),
  TOOLGATE_TOOL_SEARCH_MAX_RESULTS: above0('toolSearch', 'maxResults'),
  TOOLGATE_TOOL_SEARCH_MIN_SCORE: {
    path: ['toolSearch', 'minScore'],
    read: (text) => (DECIMAL.test(text) ? Number(text) : undefined),
    expected: 'a number from 0 to 1, such as 0.25',
  },
  TOOLGATE_TOOL_SEARCH_SYSTEM_MESSAGE_SUFFIX: text('toolSearch', 'systemMessageSuffix'),
  TOOLGATE_TOOL_SEARCH_REFERENCE_TOOL_NAME_ACCUMULATION: yesOrNo('toolSearch', 'referenceToolNameAccumulation'),
  TOOLGATE_TOOL_SEARCH_SESSION_ID_KEY_NAME: text('toolSearch', 'sessionIdKeyName'),
  TOOLGATE_TOOL_SEARCH_ORDER: number('toolSearch', 'order'),
  TOOLGATE_TOOL_SEARCH_LRU_MAX_SESSIONS: above0('toolSearch', 'eviction', 'lruMaxSessions'),
  TOOLGATE_TOOL_SEARCH_TTL_MS: above0('toolSearch', 'eviction', 'ttlMs'),
  TOOLGATE_OBSERVABILITY_TOOL_CONTENT: yesOrNo('observability', 'toolContent'),
  TOOLGATE_OBSERVABILITY_MESSAGE_CONTENT: yesOrNo('observability', 'messageContent'),
  TOOLGATE_OBSERVABILITY_APPROVAL_REASON: yesOrNo('observability', 'approvalReason'),
};

/** How many characters of a value an error shows. */
const SHOWN = 40;

const OURS = /^TOOLGATE_(?:TOOL|ARGUMENT|LIMIT|CLIENT|RETRY|MEMORY|APPROVAL|OBSERVABILITY)/;

/** Returns a warning for each variable that has the prefix of a setting and is unknown. */
export const unknownVariables = (names: readonly string[]): readonly string[] =>
  names.filter((name) => OURS.test(name) && !Object.hasOwn(SETTINGS, name)).map(describeUnknown);

const describeUnknown = (name: string): string => {
  const meant = closestName(name, Object.keys(SETTINGS));
  const advice = meant ? `Did you mean ${meant}?` : 'Remove it, or use one from docs/configuration.md.';
  return `Unknown environment variable ${name}. ${advice}`;
};

/**
 * Reads module options from `TOOLGATE_*` variables, or from another source through `get`, such as `ConfigService.get`.
 * @throws SeamException with the name of each variable that has an invalid value
 */
export const optionsFromEnvironment = (
  get: (key: string) => unknown = (key) => process.env[key],
): ToolgateModuleOptions => {
  const problems: string[] = [];
  let options: ToolgateModuleOptions = {};
  for (const [key, { path, read, expected }] of Object.entries(SETTINGS)) {
    const text = String(get(key) ?? '').trim();
    if (text === '') continue;
    const value = read(text);
    if (value === undefined)
      problems.push(`${key} must be ${expected}. It is ${JSON.stringify(text.slice(0, SHOWN))}.`);
    else
      options = layOptions(options, path.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value) as object);
  }
  if (problems.length > 0) throw new SeamException(problems.join('\n'));
  // The size of a memory does not enable it.
  return options.memory ? layOptions<ToolgateModuleOptions>({ memory: { enabled: false } }, options) : options;
};

/** Merges options over others, group by group; undefined values are ignored. */
export const layOptions = <T extends object>(under: T, over: T): T => {
  const laid = { ...under } as Record<string, unknown>;
  for (const [key, value] of Object.entries(over)) {
    if (value !== undefined) laid[key] = isGroup(laid[key]) && isGroup(value) ? layOptions(laid[key], value) : value;
  }
  return laid as T;
};

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
