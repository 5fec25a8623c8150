import type { JsonObject, JsonSchema, JsonValue } from 'toolgate/model';
import { jsonSchemaValidator } from 'toolgate/tool';
import type { Sized } from './cost-by-size.js';

const NODE: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, next: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] } },
  required: ['name'],
  additionalProperties: false,
};
const LIST: JsonSchema = {
  type: 'object',
  properties: {
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: { article: { type: 'string' }, count: { type: 'integer' } },
        required: ['article'],
        additionalProperties: false,
      },
    },
  },
};

const nodeOf = (depth: number): JsonValue => {
  let node: JsonValue = null;
  for (let level = 0; level < depth; level++) node = { name: `n${level}`, next: node };
  return node;
};

const checking = (size: number, schema: JsonSchema, input: JsonObject): Sized => {
  const validate = jsonSchemaValidator(schema);
  return { size, units: size, work: () => validate(input) };
};

/** Validates a recursive input of this depth. A unit is one level. */
export const recursiveInput = (depth: number): Sized => {
  const schema = { type: 'object', properties: { root: { $ref: '#/$defs/Node' } }, $defs: { Node: NODE } };
  return checking(depth, schema, { root: nodeOf(depth) });
};

/** Validates a recursive input that is invalid at its deepest level. */
export const wrongRecursiveInput = (depth: number): Sized => {
  const schema = { type: 'object', properties: { root: { $ref: '#/$defs/Node' } }, $defs: { Node: NODE } };
  const text = JSON.stringify({ root: nodeOf(depth) }).replace('"n0"', '7');
  return checking(depth, schema, JSON.parse(text) as JsonObject);
};

/** Validates a list of this number of lines. A unit is one line. */
export const largeInput = (lines: number): Sized =>
  checking(lines, LIST, { lines: Array.from({ length: lines }, (_, line) => ({ article: `A-${line}`, count: line })) });
