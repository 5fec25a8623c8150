import { isList, isObject } from '#core';
import type { JsonSchema, JsonValue } from 'toolgate/model';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { compilePattern } from './linear-pattern.js';

const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'example']);
const SAME_PLACE: ReadonlySet<string> = new Set(
  'properties patternProperties allOf anyOf oneOf not if then else propertyNames dependentSchemas'.split(' '),
);

/**
 * Rejects patterns of a schema that need a backtracking engine, because one text could block the process.
 * @param advice another remedy, as a sentence
 * @throws ToolDeclarationException naming the pattern and the property
 */
export function refusePatterns(schema: JsonSchema, advice?: string): void {
  try {
    visit(schema, '');
  } catch (error) {
    if (advice === undefined || !(error instanceof ToolDeclarationException)) throw error;
    throw new ToolDeclarationException(`${error.message} ${advice}`);
  }
}

function visit(value: JsonValue | undefined, place: string): void {
  if (isList(value)) for (const inner of value) visit(inner, place);
  if (!isObject(value)) return;
  if (typeof value['pattern'] === 'string') refusePattern(value['pattern'], place);
  for (const [keyword, inner] of Object.entries(value)) {
    if (DATA.has(keyword)) continue;
    if (!MAPS.has(keyword) || !isObject(inner)) visit(inner, placeIn(place, keyword));
    else for (const [key, schema] of Object.entries(inner)) visitNamed(keyword, key, schema, place);
  }
}

function visitNamed(keyword: string, key: string, schema: JsonValue | undefined, place: string): void {
  if (keyword !== 'patternProperties') return visit(schema, join(placeIn(place, keyword), key));
  const inner = `${place}["${key}"]`;
  refusePattern(key, inner);
  visit(schema, inner);
}

function refusePattern(pattern: string, place: string): void {
  if (isRunnable(pattern)) return;
  throw new ToolDeclarationException(
    `the pattern ${pattern} of "${place}" cannot be run in linear time. Write it without look-around, back-references and counts above 1000, or check the value in the tool.`,
  );
}

function isRunnable(pattern: string): boolean {
  try {
    return compilePattern(pattern) !== undefined;
  } catch {
    // The schema's compiler reports the error.
    return true;
  }
}

function placeIn(place: string, keyword: string): string {
  if (keyword === 'items' || keyword === 'prefixItems') return `${place}[]`;
  return SAME_PLACE.has(keyword) ? place : join(place, keyword);
}

const join = (place: string, key: string): string => (place === '' ? key : `${place}.${key}`);
