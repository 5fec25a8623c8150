import { type Class, chain, collect, copyJson, isObject, pointerStep } from '#core';
import type { JsonObject, JsonValue } from 'toolgate/model';
import type { InputIssue } from '../contract/tool-callback.js';
import { type ValidationProblem, loadValidate } from './class-validator.js';
import { schemaDefault } from './field-notes.js';
import { makeDate } from './make-date.js';
import { standardMaker } from './make-standard.js';
import type { Maker } from './maker.js';
import { type DtoModel, readDto } from './read-dto.js';
import type { ValueType } from './value-type.js';

interface Making {
  readonly path: string;
  readonly issues: InputIssue[] | undefined;
}

/** Returns a function that creates instances of a DTO class with class-transformer and validates them with class-validator. */
export function dtoMaker(type: Class): Maker {
  const model = readDto(type);
  const validate = model.isValidated ? loadValidate(type) : undefined;
  return (value, path, issues) => {
    if (!isObject(value)) return value;
    const made = complete(model.transformer.toInstance(renamed(model, value)), model, { path, issues });
    if (!validate || !issues) return made;
    return chain(made, async (instance) => {
      issues.push(...issuesOfProblems(await validate(instance), { type: 'dto', class: type }, path));
      return instance;
    });
  };
}

/** Renames the properties, at every depth, to the names that class-transformer reads. */
function renamed(model: DtoModel, value: JsonObject): JsonObject {
  const plain: Record<string, JsonValue> = {};
  for (const { name, transformedName, type, notes } of model.fields) {
    const inner = Object.hasOwn(value, name) ? value[name] : notes['default'];
    if (inner !== undefined) plain[transformedName] = renamedValue(type, inner);
  }
  return plain;
}

function renamedValue(type: ValueType, value: JsonValue): JsonValue {
  if (type.type === 'dto' && isObject(value)) return renamed(readDto(type.class), value);
  if (type.type === 'array' && Array.isArray(value)) return value.map((item: JsonValue) => renamedValue(type.of, item));
  if (type.type !== 'map' || !isObject(value)) return copyJson(value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renamedValue(type.of, inner ?? null)]));
}

/** Converts the values that class-transformer leaves as JSON without @Type(): dates, nested instances, maps. */
function complete(instance: object, model: DtoModel, { path, issues }: Making): object | Promise<object> {
  const target = instance as Record<string, unknown>;
  const pending = model.fields.map(({ key, name, type }) => {
    const value = target[key];
    const step = { path: path + pointerStep(name), issues };
    return chain(completeValue(type, value, step), (made) => {
      if (made !== value) target[key] = made;
    });
  });
  return chain(collect(pending), () => instance);
}

function completeValue(type: ValueType, value: unknown, making: Making): unknown {
  if (value === null || (value === undefined && !hasOwnDefault(type))) return value;
  const inner = (of: ValueType, key: string | number, item: unknown) =>
    completeValue(of, item, { ...making, path: making.path + pointerStep(key) });
  switch (type.type) {
    case 'date':
      return makeDate(value as JsonValue, making.path, making.issues);
    case 'dto':
      return completeInstance(type.class, value, making);
    case 'array':
      return Array.isArray(value) ? collect(value.map((item, index) => inner(type.of, index, item))) : value;
    case 'map': {
      if (!(value instanceof Map) && !isObject(value)) return value;
      const entries = value instanceof Map ? [...(value as Map<string, unknown>)] : Object.entries(value);
      return chain(collect(entries.map(([key, item]) => inner(type.of, key, item))), (made) => {
        const pairs = entries.map(([key], index): [string, unknown] => [key, made[index]]);
        return type.asMap ? new Map(pairs) : Object.fromEntries(pairs);
      });
    }
    case 'standard':
      return standardMaker(type.schema)(value as JsonValue | undefined, making.path, making.issues);
    default:
      return value;
  }
}

/** Whether a validator fills in its own default. */
function hasOwnDefault(type: ValueType): boolean {
  return type.type === 'standard' && schemaDefault(type) !== undefined;
}

function completeInstance(type: Class, value: unknown, making: Making): unknown {
  const model = readDto(type);
  if (value instanceof type) return complete(value as object, model, making);
  const isPlain = isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? complete(model.transformer.toInstance(value), model, making) : value;
}

/** Converts the problems of class-validator to issues, with the paths of the input. */
function issuesOfProblems(
  problems: readonly ValidationProblem[],
  type: ValueType | undefined,
  path: string,
): InputIssue[] {
  return problems.flatMap(({ property, constraints = {}, children = [] }) => {
    const field = type?.type === 'dto' ? readDto(type.class).fields.find(({ key }) => key === property) : undefined;
    const of = field?.type ?? (type?.type === 'array' || type?.type === 'map' ? type.of : undefined);
    const at = path + pointerStep(field?.name ?? property);
    const own = Object.values(constraints).map((message) => ({ path: at, message }));
    return [...own, ...issuesOfProblems(children, of, at)];
  });
}
