import { inspect } from 'node:util';
import { kindOf } from '../checks/kind-of.js';
import { useOneOf } from '../checks/list-names.js';
import { recordOf } from '../checks/record-of.js';
import { isObject } from '../json/json-object.js';
import type { Group, Kind, Option, Options } from './option.js';

/** Where options are passed, and the error to throw. */
export interface OptionsPlace {
  /** The module or function that receives the options; left out if their path names the place. */
  readonly owner?: string;
  /** The path before the names of the options, such as `approval.`. */
  readonly path?: string;
  readonly error: new (message: string) => Error;
  /** Whether the value of an option is checked here; names always are. @default true */
  readonly checks?: (option: Option) => boolean;
}

/** Returns the options. Throws the error of the place for an unknown option, and for an invalid value. */
export const checkOptions = <T extends object>(given: T, options: Options, place: OptionsPlace): T => {
  if (!isObject(given)) throw noObject(given, options, place);
  for (const [key, value] of Object.entries(given)) {
    const declared = Object.hasOwn(options, key) ? options[key] : undefined;
    if (declared === undefined) throw unknownOption(key, options, place);
    if (value === undefined) continue;
    if ('options' in declared) checkGroup(key, value, declared, place);
    else if (place.checks?.(declared) ?? true) checkOption(key, value, declared, place);
  }
  return given;
};

/** Throws the error of the place for an invalid value. */
export const checkOption = (key: string, value: unknown, kind: Kind, place: OptionsPlace): void => {
  const { fits, pass, remedy } = kind;
  if (fits(value)) return;
  const advice = value instanceof Promise ? 'Await it first.' : (remedy?.(value) ?? `Pass ${pass}.`);
  throw new place.error(`The option ${nameOf(key, place)} is ${shown(value, kind)}. ${advice}`);
};

const checkGroup = (key: string, value: unknown, { options, isSwitch }: Group, place: OptionsPlace): void => {
  if (isSwitch && typeof value === 'boolean') return;
  const pass = `${isSwitch ? 'true, false or ' : ''}an object with ${namesOf(options)}`;
  checkOption(key, value, { fits: isObject, pass }, place);
  checkOptions(recordOf(value), options, { ...place, path: `${place.path ?? ''}${key}.` });
};

const noObject = (given: unknown, options: Options, { owner, path = '', error }: OptionsPlace): Error =>
  new error(
    `The options of ${owner ?? path.slice(0, -1)} are ${kindOf(given)}. Pass an object with ${namesOf(options)}.`,
  );

const unknownOption = (key: string, options: Options, place: OptionsPlace): Error =>
  new place.error(`Unknown option ${nameOf(key, place)}. ${useOneOf(Object.keys(options))}`);

const namesOf = (options: Options): string => Object.keys(options).join(', ');

const nameOf = (key: string, { owner, path = '' }: OptionsPlace): string =>
  `${path}${key}${owner === undefined ? '' : ` of ${owner}`}`;

// An object, and a string in the place of one, may contain a secret.
const shown = (value: unknown, { read, hidesLists }: Kind): string => {
  if (Array.isArray(value) && !hidesLists) return inspect(value, { depth: 0, maxArrayLength: 3, maxStringLength: 40 });
  const isShort = typeof value === 'number' || (typeof value === 'string' && read !== undefined);
  return isShort ? inspect(value, { maxStringLength: 40 }) : kindOf(value);
};
