import { isObject } from '#core';
import type { JsonSchema } from 'toolgate/model';
import { mapSubschemas, resolvePointer } from './subschemas.js';

const PARTS: readonly string[] = ['allOf', 'if', 'then', 'else', 'dependentSchemas'];
const ALTERNATIVES: readonly string[] = ['anyOf', 'oneOf'];

/**
 * Forbids unknown properties in each object schema that does not state whether it allows them. A schema that completes
 * another one (`allOf`, or `anyOf` beside properties) stays open, and the whole is closed instead.
 */
export function closeSchema(schema: JsonSchema): JsonSchema {
  const shared = referencedParts(schema);
  const close = (node: JsonSchema, isPart: boolean): JsonSchema => {
    const inner = mapSubschemas(node, (sub, keyword) => close(sub, isPartOf(node, keyword)));
    if (isPart || shared.has(node) || isClosedOrOpen(node)) return inner;
    if (isComposed(node)) return hasProperties(node) ? { ...inner, unevaluatedProperties: false } : inner;
    return isObject(node['properties']) ? { ...inner, additionalProperties: false } : inner;
  };
  return close(schema, false);
}

function isPartOf(node: JsonSchema, keyword: string): boolean {
  return keyword === 'not' || PARTS.includes(keyword) || (ALTERNATIVES.includes(keyword) && isComposed(node));
}

/** Whether several schemas together define the properties of an object. */
function isComposed(node: JsonSchema): boolean {
  const has = (keyword: string) => node[keyword] !== undefined;
  return PARTS.some(has) || (has('properties') && ['$ref', ...ALTERNATIVES].some(has));
}

function hasProperties(node: JsonSchema): boolean {
  return /"(?:properties|\$ref)":/u.test(JSON.stringify(node));
}

function isClosedOrOpen(node: JsonSchema): boolean {
  return node['additionalProperties'] !== undefined || node['unevaluatedProperties'] !== undefined;
}

/** Returns the schemas referenced as parts of others, which must stay open. */
function referencedParts(root: JsonSchema): ReadonlySet<JsonSchema> {
  const found = new Set<JsonSchema>();
  const visit = (node: JsonSchema, isPart: boolean): JsonSchema => {
    const target = typeof node['$ref'] === 'string' ? resolvePointer(root, node['$ref']) : undefined;
    if (target && (isPart || isComposed(node)) && !found.has(target)) {
      found.add(target);
      visit(target, true);
    }
    return mapSubschemas(node, (sub, keyword) => visit(sub, isPartOf(node, keyword)));
  };
  visit(root, false);
  return found;
}
