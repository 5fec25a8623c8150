import { isObject, objectOf, ownValue } from '#core';
import type { JsonSchema, JsonValue } from 'toolgate/model';

const SINGLE: ReadonlySet<string> = new Set(
  'items additionalItems additionalProperties unevaluatedProperties unevaluatedItems contains not if then else propertyNames'.split(
    ' ',
  ),
);
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']);
const MAPS: ReadonlySet<string> = new Set('properties patternProperties $defs definitions dependentSchemas'.split(' '));

/** Whether the value of a keyword is a map of names to schemas. */
export function isSchemaMap(keyword: string): boolean {
  return MAPS.has(keyword);
}

/** Copies a schema with each direct subschema replaced; `true` and `false` are unchanged. */
export function mapSubschemas(
  schema: JsonSchema,
  change: (inner: JsonSchema, keyword: string) => JsonSchema,
): JsonSchema {
  const one = (value: JsonValue | undefined, keyword: string) => (isObject(value) ? change(value, keyword) : value);
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (LISTS.has(keyword) && Array.isArray(value)) return [keyword, value.map((inner) => one(inner, keyword))];
      if (MAPS.has(keyword) && isObject(value)) {
        return [keyword, Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, one(inner, keyword)]))];
      }
      return [keyword, SINGLE.has(keyword) ? one(value, keyword) : value];
    }),
  );
}

/** Returns the schemas that apply to the same value: compositions, conditions and referenced schemas. */
export function inPlaceSubschemas(schema: JsonSchema, root: JsonSchema): readonly JsonSchema[] {
  const { $ref, allOf, anyOf, oneOf, dependentSchemas } = schema;
  return [
    ...[allOf, anyOf, oneOf].flatMap((list): unknown[] => (Array.isArray(list) ? list : [])),
    schema['if'],
    schema['then'],
    schema['else'],
    ...Object.values(objectOf(dependentSchemas)),
    typeof $ref === 'string' ? resolvePointer(root, $ref) : undefined,
  ].filter(isObject);
}

/** Returns the object schemas of a list; `true` and `false` do not describe parts of a value. */
export function schemasOf(list: JsonValue | undefined): readonly JsonSchema[] {
  return Array.isArray(list) ? list.map((inner: JsonValue) => (isObject(inner) ? inner : {})) : [];
}

/** Resolves a local reference (`#/$defs/Item`). */
export function resolvePointer(root: JsonSchema, reference: string): JsonSchema | undefined {
  const found = pointerSegments(reference).reduce<unknown>((value, segment) => ownValue(value, segment), root);
  return isObject(found) ? found : undefined;
}

/** Returns the schema that a schema references; itself if it has no reference, or one that cannot be resolved. */
export function referenced(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const { $ref } = schema;
  return (typeof $ref === 'string' && resolvePointer(root, $ref)) || schema;
}

/** Returns the decoded steps of a local reference. */
export function pointerSegments(reference: string): string[] {
  const steps = reference.replace(/^#/u, '').split('/').slice(1);
  return steps.map((step) => unescapeStep(decodeURIComponent(step)));
}

/** Returns the last key of a JSON pointer (`/items/0`) and the object or list that contains it. */
export function placeAt(root: JsonValue, pointer: string): { readonly owner: unknown; readonly key: string } {
  const steps = pointer.split('/').slice(1).map(unescapeStep);
  const key = steps.pop() ?? '';
  const owner = steps.reduce<unknown>((value, step) => ownValue(value, step), root);
  return { owner, key };
}

/** Returns the key that a step of a JSON pointer encodes. */
export function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
