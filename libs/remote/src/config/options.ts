import {
  canSendHeaders,
  checkOption,
  checkOptions,
  type Declared,
  LONGEST_TIMER_MS,
  type Kind,
  listOf,
  oneOf,
  option,
} from '#core';
import { RemoteApprovalException } from '../errors/remote-approval.errors.js';
import { compileName, type NameTest } from './name-patterns.js';
import type { ServiceHeaders, ToolApprovalConfig } from './tool-approval-config.js';

const duration: Kind = {
  fits: (value) => {
    const ms = readDuration(value);
    return ms !== undefined && ms >= 1 && ms <= LONGEST_TIMER_MS;
  },
  pass: `seconds above 0, or a duration such as "0h5m0s", up to ${Math.trunc(LONGEST_TIMER_MS / 86_400_000)} days`,
  read: String,
};

const url: Kind = {
  fits: (value) => {
    if (typeof value !== 'string' || !URL.canParse(value)) return false;
    const { protocol, username, password, search, hash } = new URL(value);
    return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '');
  },
  pass: 'the URL of the front door of the approval service, such as "https://approvals.example/approvals"',
};

/** What to change in headers that cannot be sent. Their values are not shown, because they may be secrets. */
export const CANNOT_SEND = 'Remove line ends and other characters that a header cannot have from its names and values.';

const isOfStrings = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((entry) => typeof entry === 'string');

const headers: Kind = {
  fits: (value) => typeof value === 'function' || (isOfStrings(value) && canSendHeaders(value)),
  pass: 'an object of strings such as { authorization: "Bearer …" }, or a function that returns one',
  hidesLists: true,
  remedy: (value) => (isOfStrings(value) ? CANNOT_SEND : undefined),
};

const patterns: Kind = {
  ...listOf((entry) => typeof entry === 'string', 'a list of regular expressions, such as ["deploy.*"]'),
  fits: (value) => Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'string'),
};

/** The options of remote approval. */
export const REMOTE_APPROVAL = {
  tools: option(patterns, 'the tools that the service decides'),
  timeout: option(duration, 'how long a call waits for a decision', 300),
  pollInterval: option(duration, 'how often the decision is read', 2),
  serviceUrl: option(url, 'the URL of the approval service'),
  headers: option(headers, 'the headers of each request'),
  onTimeout: option(oneOf('reject', 'throw'), 'what happens without a decision in time', 'reject'),
} satisfies Declared<ToolApprovalConfig>;

/** The options, checked and converted. */
export interface RemoteApprovalSettings {
  readonly matches: NameTest;
  /** The patterns that match none of these names. */
  readonly unmatched: (names: readonly string[]) => readonly string[];
  readonly timeoutMs: number;
  readonly pollMs: number;
  readonly serviceUrl: string | undefined;
  readonly headers: ServiceHeaders | undefined;
  readonly onTimeout: 'reject' | 'throw';
}

const PLACE = { owner: 'RemoteToolApproval', error: RemoteApprovalException };

/** Returns the settings. Throws `RemoteApprovalException` that names the option to change. */
export const readConfig = (config: ToolApprovalConfig): RemoteApprovalSettings => {
  const { tools, timeout = 300, pollInterval = 2, ...given } = checkOptions(config, REMOTE_APPROVAL, PLACE);
  checkOption('tools', tools, REMOTE_APPROVAL.tools, PLACE);
  const tests = tools.map((pattern) => ({ pattern, test: compiled(pattern) }));
  return {
    matches: (name) => tests.some(({ test }) => test(name)),
    unmatched: (names) => tests.filter(({ test }) => !names.some(test)).map(({ pattern }) => pattern),
    timeoutMs: readDuration(timeout)!,
    pollMs: readDuration(pollInterval)!,
    serviceUrl: given.serviceUrl,
    headers: given.headers,
    onTimeout: given.onTimeout ?? 'reject',
  };
};

const compiled = (pattern: string): NameTest => {
  const test = compileName(pattern);
  if (typeof test === 'function') return test;
  throw new RemoteApprovalException(
    `The pattern ${JSON.stringify(pattern.slice(0, 60))} of RemoteToolApproval cannot be used: ${test}.`,
  );
};

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const SECONDS = /^\d+(?:\.\d+)?$/;
const WITH_UNITS = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/;
const PART = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g;

/**
 * Returns a duration in whole milliseconds; undefined for anything else. Numbers, and strings without units, are seconds.
 */
export const readDuration = (given: unknown): number | undefined => {
  const ms = millisecondsOf(given);
  // The timer of a signal accepts whole milliseconds only.
  return ms === undefined ? undefined : Math.round(ms);
};

const millisecondsOf = (given: unknown): number | undefined => {
  if (typeof given === 'number') return Number.isFinite(given) ? given * 1000 : undefined;
  if (typeof given !== 'string') return undefined;
  const text = given.trim();
  if (SECONDS.test(text)) return Number(text) * 1000;
  if (!WITH_UNITS.test(text)) return undefined;
  return [...text.matchAll(PART)].reduce((sum, [, amount, unit]) => sum + Number(amount) * UNITS_MS[unit!]!, 0);
};
