import { isObject, objectOf, pointerStep } from '#core';
import type { JsonObject, JsonSchema, JsonValue } from 'toolgate/model';
import { type LinearPattern, patternOf } from '../schema/linear-pattern.js';
import { schemasOf } from '../schema/subschemas.js';
import { spend } from './effort.js';
import { copyClean, isPrototypeKey, leaveAsIs, type StripRun, type StripStep } from './strip-step.js';

/** Compiles a direct subschema, at a pointer relative to its parent. */
type CompileInner = (inner: JsonSchema, at: string) => StripStep;

/**
 * Compiles the schema's own keywords for properties and items, without the schemas it is composed of. Parts of a clean
 * copy that the schema does not describe are not copied again.
 */
export function ownStep(schema: JsonSchema, isCopy: boolean, inner: CompileInner): StripStep {
  const any = isCopy ? leaveAsIs : copyClean;
  const each = (keyword: string): [string, StripStep][] =>
    Object.entries(objectOf(schema[keyword])).map(([key, sub]) => [
      key,
      isObject(sub) ? inner(sub, `/${keyword}${pointerStep(key)}`) : any,
    ]);
  const properties = new Map(each('properties').filter(([key]) => key !== '__proto__'));
  const patterns = each('patternProperties').map(([source, step]) => ({ pattern: patternOf(source), step }));
  const rest = schema['additionalProperties'];
  const others = rest === false ? undefined : isObject(rest) ? inner(rest, '/additionalProperties') : any;
  const items = isObject(schema['items']) ? inner(schema['items'], '/items') : any;
  const first = schemasOf(schema['prefixItems']).map((sub, index) => inner(sub, `/prefixItems/${index}`));
  const all = [...properties.values(), ...patterns.map(({ step }) => step), others, items, ...first];
  if (isCopy && all.every((step) => step === leaveAsIs)) return leaveAsIs;
  const object =
    !others && patterns.length === 0 ? onlyDeclared([...properties]) : openObject(properties, patterns, others);
  return (value, run) => {
    if (!isObject(value)) {
      if (!Array.isArray(value)) return value;
      spend(run.effort, 1);
      return value.map((item: JsonValue, index) => (first[index] ?? items)(item, run));
    }
    spend(run.effort, 1);
    return object(value, run);
  };
}

type StripObject = (value: JsonObject, run: StripRun) => JsonObject;

function onlyDeclared(properties: readonly [string, StripStep][]): StripObject {
  return (value, run) => {
    const left: Record<string, JsonValue> = {};
    for (const [key, step] of properties) {
      const inner = Object.hasOwn(value, key) ? value[key] : undefined;
      if (inner !== undefined) left[key] = step(inner, run);
    }
    return left;
  };
}

function openObject(
  properties: ReadonlyMap<string, StripStep>,
  patterns: readonly { readonly pattern: LinearPattern; readonly step: StripStep }[],
  others: StripStep | undefined,
): StripObject {
  return (value, run) => {
    const left: Record<string, JsonValue> = {};
    for (const [key, inner] of Object.entries(value)) {
      const declared = properties.get(key);
      const step = declared ?? patterns.find(({ pattern }) => pattern.test(key))?.step ?? others;
      if (inner !== undefined && step && (declared || !isPrototypeKey(key))) left[key] = step(inner, run);
    }
    return left;
  };
}
