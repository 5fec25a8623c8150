import { inProperty } from './in-property.js';
import type { Emitted } from './emitted.js';
import type { Shape, ShapeProperty, UnreadableShape } from './shape.js';

export type EmittedSchema = { readonly [keyword: string]: Emitted };

const NAMES = { String: 'string', Number: 'number', Boolean: 'boolean' } as const;

/** Converts a shape to JSON Schema; unreadable if the code expects an instance, which JSON cannot represent. */
export function shapeSchema(shape: Shape): EmittedSchema | UnreadableShape {
  switch (shape.kind) {
    case 'unreadable':
      return shape;
    case 'null':
      return { type: 'null' };
    case 'enum':
      return { type: typeOf(shape.values.map((value) => typeof value)), enum: shape.values };
    case 'scalar':
      return shape.name === 'Date' ? notJson('a Date') : { type: NAMES[shape.name] };
    case 'class':
      return notJson(`the class ${shape.symbol.name}`);
    case 'list':
      return within(shapeSchema(shape.of), (items) => ({ type: 'array', items }));
    case 'map':
      if (shape.isInstance) return notJson('a Map');
      return within(shapeSchema(shape.of), (values) => ({ type: 'object', additionalProperties: values }));
    case 'union':
      return unionSchema(shape.of);
    case 'object':
      return objectSchema(shape.properties);
  }
}

/** Whether a shape could not be written. */
export function isUnreadable(value: object): value is UnreadableShape {
  return 'kind' in value && value.kind === 'unreadable';
}

function notJson(what: string): UnreadableShape {
  return { kind: 'unreadable', why: `it contains ${what}, and the method would receive plain JSON` };
}

function within(
  schema: EmittedSchema | UnreadableShape,
  write: (schema: EmittedSchema) => EmittedSchema,
): EmittedSchema | UnreadableShape {
  return isUnreadable(schema) ? schema : write(schema);
}

function typeOf(types: readonly string[]): Emitted {
  const distinct = [...new Set(types)];
  const [first] = distinct;
  return first !== undefined && distinct.length === 1 ? first : distinct;
}

function unionSchema(shapes: readonly Shape[]): EmittedSchema | UnreadableShape {
  const schemas = shapes.map(shapeSchema);
  const unreadable = schemas.find(isUnreadable);
  if (unreadable) return unreadable;
  const written = schemas.filter((schema) => !isUnreadable(schema)) as EmittedSchema[];
  const isPlain = written.every((schema) => Object.keys(schema).join() === 'type');
  if (isPlain) return { type: typeOf(written.map(({ type }) => type as string)) };
  const [only, last] = written;
  const isNullableEnum = written.length === 2 && only?.['enum'] !== undefined && last?.['type'] === 'null';
  if (!isNullableEnum) return { anyOf: written };
  return { type: [only['type'] as Emitted, 'null'].flat() as Emitted, enum: [...(only['enum'] as Emitted[]), null] };
}

function objectSchema(members: readonly ShapeProperty[]): EmittedSchema | UnreadableShape {
  const properties: Record<string, EmittedSchema> = {};
  for (const { name, shape, description } of members) {
    const schema = shapeSchema(shape);
    if (isUnreadable(schema)) return inProperty(name, schema);
    properties[name] = { ...schema, ...(description !== undefined && { description }) };
  }
  const required = members.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  return { type: 'object', properties, required, additionalProperties: false };
}
