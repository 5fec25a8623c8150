import type ts from 'typescript';
import type { Reading } from './reading.js';
import { readShape } from './read-shape.js';
import { type EmittedOptions, shapeOptions } from '../shape/shape-options.js';
import { isUnreadable } from '../shape/shape-schema.js';
import type { Shape } from '../shape/shape.js';

/** A parameter or a property whose type is read. */
export interface TypedNode {
  readonly node: ts.Node;
  readonly typeNode: ts.TypeNode | undefined;
  readonly type: ts.Type;
  /** The options that its `@ToolParam()` states. */
  readonly stated: ReadonlySet<string>;
}

const TYPE_OPTIONS = ['type', 'items', 'enum', 'schema', 'mapOf'];

/** Reads the options that describe a type; none if the source states them, or if the type has no schema. */
export function readTypeOptions(
  reading: Reading,
  { node, typeNode, type, stated }: TypedNode,
  warn: (problem: string, remedy: string) => void,
): EmittedOptions {
  if (TYPE_OPTIONS.some((option) => stated.has(option))) return {};
  const shape = readShape(reading, type, typeNode ?? node);
  const options = shapeOptions(shape);
  if (isUnreadable(options)) {
    warn(`no schema can be read from its type: ${options.why}`, remedyFor(node, options.remedy));
    return {};
  }
  const lost = lostPart(shape);
  if (lost !== undefined) {
    warn(`the model may send any string, because a schema cannot express ${lost}`, remedyFor(node, PATTERN));
  }
  return options;
}

const PATTERN = "{ schema: { type: 'string', pattern: '…' } }";

function remedyFor(node: ts.Node, options = '{ schema: … }'): string {
  const code = node
    .getText()
    .replace(/\n[^]*/, '')
    .replace(/^@.*\)\s*/, '');
  return `Write \`@ToolParam(${options}) ${code}\`.`;
}

function lostPart(shape: Shape): string | undefined {
  switch (shape.kind) {
    case 'scalar':
      return shape.loses;
    case 'list':
    case 'map':
      return lostPart(shape.of);
    case 'union':
      return shape.of.map(lostPart).find((lost) => lost !== undefined);
    case 'object':
      return shape.properties.map((property) => lostPart(property.shape)).find((lost) => lost !== undefined);
    default:
      return undefined;
  }
}
