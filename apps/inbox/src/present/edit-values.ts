import type { JsonBody, JsonObjectBody } from 'toolgate/http/client';
import type { Field, FieldPath } from './field.js';
import { isList, isObject } from './json-schema.js';
import type { EditProblem, EditResult } from './edit-result.js';
import { parseExactJson } from './exact-json.js';
import { parseNumber, typedNumber } from './exact-number.js';
import { parseMainUnits, typedMainUnits } from './minor-units.js';
import { isDay } from './native-time.js';

type EditedField = Pick<Field, 'kind' | 'isText' | 'choices' | 'currency' | 'isMinorUnit'>;

/** Converts the text that a person typed to the value of the field. Numbers are read as the locale writes them. */
export const parseTyped = (field: EditedField, text: string, locale: string): EditResult => {
  const { kind, isText, choices, isMinorUnit } = field;
  switch (kind) {
    case 'money':
      if (isMinorUnit) return parseMainUnits(text, field, locale);
      return isText ? value(text) : parseNumber(text, { locale, isInteger: false });
    case 'number':
    case 'integer':
      return isText ? value(text) : parseNumber(text, { locale, isInteger: kind === 'integer' });
    case 'boolean':
      return text === 'true' || text === 'false' ? value(text === 'true') : problem('not-a-choice');
    case 'choice': {
      const chosen = choices?.find((choice) => choice.label === text);
      return chosen ? value(chosen.value) : problem('not-a-choice');
    }
    case 'date':
      return isDay(text) ? value(text) : problem(text === '' ? 'empty' : 'not-a-date');
    case 'dateTime':
      return parseTime(text);
    case 'list':
    case 'object':
    case 'json':
    case 'nothing':
      return parseExactJson(text);
    default:
      return isText ? value(text) : parseNumber(text, { locale, isInteger: true });
  }
};

/** Converts a value to the text that a person edits, which `parseTyped` converts back. */
export const typedText = (field: EditedField, given: JsonBody | undefined, locale: string): string => {
  const { kind, isText, isMinorUnit } = field;
  if (given === undefined) return '';
  if (kind === 'list' || kind === 'object' || kind === 'json' || kind === 'nothing')
    return JSON.stringify(given, null, 2);
  if (given === null) return '';
  if (kind === 'money' && isMinorUnit && typeof given !== 'object') return typedMainUnits(String(given), field, locale);
  if (typeof given === 'number' && !isText) return typedNumber(given, locale);
  return typeof given === 'object' ? JSON.stringify(given, null, 2) : String(given);
};

/** Returns the arguments with a value at a path; objects and lists on the way are copied. */
export const withValue = (args: JsonObjectBody, path: FieldPath, given: JsonBody): JsonObjectBody =>
  changed(args, path, given) as JsonObjectBody;

/** Returns the arguments without the property or the item at a path. */
export const withoutValue = (args: JsonObjectBody, path: FieldPath): JsonObjectBody =>
  changed(args, path, undefined) as JsonObjectBody;

const changed = (at: JsonBody | undefined, path: FieldPath, given: JsonBody | undefined): JsonBody | undefined => {
  const [step, ...rest] = path;
  if (step === undefined) return given;
  if (typeof step === 'number') {
    const items = isList(at) ? at : [];
    const next = changed(items[step], rest, given);
    return next === undefined ? items.toSpliced(step, 1) : [...items.slice(0, step), next, ...items.slice(step + 1)];
  }
  const object = isObject(at) ? at : {};
  const next = changed(Object.hasOwn(object, step) ? object[step] : undefined, rest, given);
  // A computed name is always an own property, also for `__proto__`.
  if (next !== undefined) return { ...object, [step]: next };
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== step));
};

const WITH_ZONE = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const LOCAL = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/** A time with a zone is kept as it was typed; one without is a time of this machine, and becomes UTC. */
const parseTime = (text: string): EditResult => {
  const [, day] = WITH_ZONE.exec(text) ?? LOCAL.exec(text) ?? [];
  const time = new Date(text);
  if (text === '') return problem('empty');
  if (day === undefined || !isDay(day) || Number.isNaN(time.getTime())) return problem('not-a-time');
  return value(WITH_ZONE.test(text) ? text : time.toISOString().replace('.000Z', 'Z'));
};

const value = (given: JsonBody): EditResult => ({ ok: true, value: given });
const problem = (word: EditProblem): EditResult => ({ ok: false, problem: word });
