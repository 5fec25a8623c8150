import { type Emitted, EmittedType } from './emitted.js';
import { isUnreadable, shapeSchema } from './shape-schema.js';
import type { Literal, ScalarName, Shape, UnreadableShape } from './shape.js';

/** Options of `@ToolParam()`, as the source would state them. */
export type EmittedOptions = { readonly [option: string]: Emitted };

/** Writes a shape as the options of `@ToolParam()` that state the same. */
export function shapeOptions(shape: Shape): EmittedOptions | UnreadableShape {
  const type = typeReference(shape);
  if (type) return { type };
  if (shape.kind === 'unreadable') return shape;
  if (shape.kind === 'enum') return { enum: shape.values };
  if (shape.kind === 'list') {
    const items = shape.of.kind === 'enum' ? scalarOf(shape.of.values) : undefined;
    if (shape.of.kind === 'enum' && items) return { items, enum: shape.of.values };
    const nested = nestedReference(shape);
    if (nested) return { type: nested };
  }
  const of = shape.kind === 'map' ? typeReference(shape.of) : undefined;
  if (of) return { mapOf: of };
  const schema = shapeSchema(shape);
  return isUnreadable(schema) ? schema : { schema };
}

function typeReference(shape: Shape): EmittedType | undefined {
  if (shape.kind === 'class') return new EmittedType(shape.symbol);
  return shape.kind === 'scalar' ? new EmittedType(shape.name) : undefined;
}

const SCALARS: Readonly<Record<string, ScalarName>> = { string: 'String', number: 'Number', boolean: 'Boolean' };

/** The type of all values; undefined if they have several types. */
function scalarOf(values: readonly Literal[]): EmittedType | undefined {
  const [name, ...others] = new Set(values.map((value) => SCALARS[typeof value]));
  return name && others.length === 0 ? new EmittedType(name) : undefined;
}

/** `[Item]` for a list of items, `[[Item]]` for a list of such lists. */
function nestedReference(shape: Shape): Emitted | undefined {
  if (shape.kind !== 'list') return typeReference(shape);
  const of = nestedReference(shape.of);
  return of === undefined ? undefined : [of];
}
