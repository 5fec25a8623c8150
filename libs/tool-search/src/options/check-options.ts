import { inspect } from 'node:util';
import type { ToolSearchSettings } from './tool-search-options.js';
import { ToolSearchException } from '../contract/tool-search.errors.js';
import type { ToolSearchModuleOptions } from './tool-search-module-options.js';

type Check = readonly [fits: (value: unknown) => boolean, what: string];
type Checks<T> = { readonly [K in keyof Required<T>]: Check };

const isText = (value: unknown): boolean => typeof value === 'string';
const isName = (value: unknown): boolean => isText(value) && value !== '';
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) > 0;
const isAbove0 = (value: unknown): boolean => typeof value === 'number' && value > 0;
const isShare = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1;
const isGroup = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const YES_OR_NO: Check = [(value) => typeof value === 'boolean', 'true or false'];

const SETTINGS: Checks<ToolSearchSettings> = {
  maxResults: [isCount, 'a whole number above 0'],
  systemMessageSuffix: [isText, 'a text'],
  referenceToolNameAccumulation: YES_OR_NO,
  sessionIdKeyName: [isName, 'the name of a parameter of the advisors'],
};

const MODULE: Checks<ToolSearchModuleOptions> = {
  enabled: YES_OR_NO,
  clients: [(value) => Array.isArray(value) && value.every(isName), 'a list of the names of clients'],
  indexType: [(value) => ['regex', 'keyword', 'vector'].includes(value as string), "'regex', 'keyword' or 'vector'"],
  minScore: [isShare, 'a number from 0 to 1'],
  order: [Number.isInteger, 'a whole number'],
  eviction: [isGroup, 'an object'],
  ...SETTINGS,
};

const EVICTION: Checks<Required<ToolSearchModuleOptions>['eviction']> = {
  lruMaxSessions: [isCount, 'a whole number above 0'],
  ttlMs: [isAbove0, 'a number of milliseconds above 0'],
};

/** Returns the settings. Throws `ToolSearchException` for an invalid value. */
export const checkSettings = (settings: ToolSearchSettings): ToolSearchSettings => {
  check(settings, SETTINGS, 'a tool search');
  return settings;
};

/** Returns the options. Throws `ToolSearchException` for an unknown option, and for an invalid value. */
export const checkModuleOptions = (options: ToolSearchModuleOptions): ToolSearchModuleOptions => {
  refuseUnknown(options, MODULE);
  check(options, MODULE, 'ToolSearchModule');
  const { eviction = {}, indexType = 'regex', minScore } = options;
  refuseUnknown(eviction, EVICTION, 'eviction.');
  check(eviction, EVICTION, 'ToolSearchModule', 'eviction.');
  if (minScore === undefined || indexType !== 'regex') return options;
  throw new ToolSearchException(
    "The option minScore of ToolSearchModule applies to the indexes 'keyword' and 'vector' only. Set indexType to one of them.",
  );
};

const refuseUnknown = (options: object, checks: object, path = ''): void => {
  const unknown = Object.keys(options).find((key) => !Object.hasOwn(checks, key));
  if (unknown === undefined) return;
  const known = Object.keys(checks).join(', ');
  throw new ToolSearchException(`ToolSearchModule does not know the option ${path}${unknown}. There are: ${known}.`);
};

const check = (options: object, checks: Readonly<Record<string, Check>>, whose: string, path = ''): void => {
  for (const [key, value] of Object.entries(options)) {
    const [fits, what] = (Object.hasOwn(checks, key) && checks[key]) || [];
    if (value === undefined || !fits || fits(value)) continue;
    throw new ToolSearchException(
      `The option ${path}${key} of ${whose} must be ${what}, and is ${inspect(value, { depth: 0 })}.`,
    );
  }
};
