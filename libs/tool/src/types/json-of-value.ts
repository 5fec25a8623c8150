import { exactJson, isObject, pointerStep, recordOf } from '#core';
import type { JsonObject, JsonValue } from 'toolgate/model';
import type { InputIssue } from '../contract/tool-callback.js';
import { readDto } from './read-dto.js';
import type { ValueType } from './value-type.js';

/** Where a value is read, and the problems found so far. */
interface ReadingPlace {
  readonly path: string;
  readonly issues: InputIssue[];
}

/** Returns the JSON that a value of this type is made of. A value that JSON cannot carry becomes an issue. */
export function jsonOfValue(type: ValueType, value: unknown, place: ReadingPlace): JsonValue | undefined {
  if (value === undefined || value === null) return value;
  if (type.type === 'date' && value instanceof Date) return jsonOfDate(value, place);
  if (type.type === 'dto' && isObject(value)) return jsonOfInstance(type.class, value, place);
  if (type.type === 'array' && Array.isArray(value)) {
    return value.map((item, index) => jsonOfValue(type.of, item, stepInto(place, index)) ?? null);
  }
  if (type.type === 'map' && (value instanceof Map || isObject(value))) {
    const entries: readonly (readonly [string, unknown])[] = value instanceof Map ? [...value] : Object.entries(value);
    // As properties, the keys 7 and '7' would be one.
    if (entries.some(([key]) => typeof key !== 'string')) return refuse('The keys of a Map must be strings', place);
    return objectOfEntries(entries.map(([key, item]) => [key, jsonOfValue(type.of, item, stepInto(place, key))]));
  }
  return exactly(value, place);
}

function jsonOfInstance(type: Parameters<typeof readDto>[0], value: object, place: ReadingPlace): JsonObject {
  const { fields, keys, transformer } = readDto(type);
  const entries = fields.map((field): [string, JsonValue | undefined] => {
    const inner = recordOf(value)[field.key];
    return [field.name, jsonOfValue(field.type, inner, stepInto(place, field.name))];
  });
  // Nothing that a caller passes may be lost, except what the class excludes.
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined || keys.has(key) || transformer.isExcluded(key)) continue;
    const message = `has no decorator in ${type.name}, so the method would not receive it. Add one, or leave the property out`;
    place.issues.push({ path: place.path + pointerStep(key), message });
  }
  return objectOfEntries(entries);
}

function jsonOfDate(date: Date, { path, issues }: ReadingPlace): JsonValue | undefined {
  if (!Number.isNaN(date.getTime())) return date.toISOString();
  issues.push({ path, message: 'must be a valid date' });
  return undefined;
}

function exactly(value: unknown, { path, issues }: ReadingPlace): JsonValue | undefined {
  try {
    return exactJson(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return refuse(error.message.replace(/\.$/, ''), { path, issues });
  }
}

function refuse(problem: string, { path, issues }: ReadingPlace): undefined {
  issues.push({ path, message: `must be plain JSON. ${problem}` });
}

function objectOfEntries(entries: readonly (readonly [string, JsonValue | undefined])[]): JsonObject {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function stepInto({ path, issues }: ReadingPlace, key: string | number): ReadingPlace {
  return { path: path + pointerStep(key), issues };
}
