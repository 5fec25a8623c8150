import { type Kind, type Option, type Options, SeamException } from '#core';
import { OPTIONS } from './options.js';
import type { ToolgateModuleOptions } from './toolgate.module-definition.js';

/** An option with an environment variable, and its path. */
interface Setting {
  readonly path: readonly string[];
  readonly option: Option;
}

const settingsIn = (options: Options, path: readonly string[]): readonly (readonly [string, Setting])[] =>
  Object.entries(options).flatMap(([name, entry]) => {
    const at = [...path, name];
    if ('options' in entry) return settingsIn(entry.options, at);
    return entry.variable === undefined ? [] : [[entry.variable, { path: at, option: entry }] as const];
  });

/** The option of each environment variable. */
const SETTINGS: Readonly<Record<string, Setting>> = Object.fromEntries(settingsIn(OPTIONS, []));

/** How many characters of a value an error shows. */
const SHOWN = 40;

const OURS = /^TOOLGATE_(?:TOOL|ARGUMENT|LIMIT|CLIENT|RETRY|MEMORY|LIVE|APPROVAL|OBSERVABILITY)/;

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
  for (const [key, { path, option }] of Object.entries(SETTINGS)) {
    const text = String(get(key) ?? '').trim();
    if (text === '') continue;
    const value = option.read?.(text);
    if (value === undefined || !option.fits(value)) problems.push(problemOf(key, text, option));
    else
      options = layOptions(options, path.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value) as object);
  }
  if (problems.length > 0) throw new SeamException(problems.join('\n'));
  // The size of a memory does not enable it.
  return options.memory ? layOptions<ToolgateModuleOptions>({ memory: { enabled: false } }, options) : options;
};

const problemOf = (key: string, text: string, { pass, write = pass }: Kind): string =>
  `${key} must be ${write.replaceAll('`', '')}. It is ${JSON.stringify(text.slice(0, SHOWN))}.`;

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

/** Returns the known name that differs from a name in the fewest letters, if these are less than a third of its letters. */
const closestName = (name: string, known: readonly string[]): string | undefined => {
  let best: string | undefined;
  let fewest = name.length / 3;
  for (const candidate of known) {
    const differences = editDistance(name, candidate);
    if (differences >= fewest) continue;
    fewest = differences;
    best = candidate;
  }
  return best;
};

/** Returns the number of letters to insert, remove or replace. */
const editDistance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let at = 1; at <= from.length; at++) {
    const next = [at];
    for (let index = 1; index <= to.length; index++) {
      const replaced = row[index - 1]! + (from[at - 1] === to[index - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[index]! + 1, next[index - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
};
