import type { JsonSchema } from 'toolgate/model';
import { isObject, mapSubschemas, resolvePointer } from './subschemas.js';

const PARTS: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not', 'dependentSchemas'];

/**
 * Forbids unknown properties in each object of a schema that says nothing about them. What only completes another
 * schema (`allOf`, or `anyOf` beside properties) stays open, and the whole is closed instead.
 */
export function closeSchema(schema: JsonSchema): JsonSchema {
  const shared = referencedParts(schema);
  const close = (node: JsonSchema, isPart: boolean): JsonSchema => {
    const composed = isComposed(node);
    const inner = mapSubschemas(node, (sub, keyword) =>
      close(sub, keyword === 'not' || (composed && PARTS.includes(keyword))),
    );
    if (isPart || shared.has(node) || isClosedOrOpen(node)) return inner;
    if (composed) return { ...inner, unevaluatedProperties: false };
    return isObject(node['properties']) ? { ...inner, additionalProperties: false } : inner;
  };
  return close(schema, false);
}

/** Whether several schemas together say which properties an object has. */
function isComposed(node: JsonSchema): boolean {
  const besides = ['$ref', ...PARTS].some((keyword) => node[keyword] !== undefined && keyword !== 'not');
  return (isObject(node['properties']) && besides) || node['allOf'] !== undefined;
}

function isClosedOrOpen(node: JsonSchema): boolean {
  return node['additionalProperties'] !== undefined || node['unevaluatedProperties'] !== undefined;
}

/** The schemas that are referred to as a part of another: closing them would break the whole. */
function referencedParts(root: JsonSchema): ReadonlySet<JsonSchema> {
  const found = new Set<JsonSchema>();
  const visit = (node: JsonSchema, isPart: boolean): JsonSchema => {
    const composed = isComposed(node);
    const target = typeof node['$ref'] === 'string' ? resolvePointer(root, node['$ref']) : undefined;
    if (target && (isPart || composed) && !found.has(target)) {
      found.add(target);
      visit(target, true);
    }
    return mapSubschemas(node, (sub, keyword) => visit(sub, composed && PARTS.includes(keyword)));
  };
  visit(root, false);
  return found;
}
