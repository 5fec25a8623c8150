import type ts from 'typescript';
import { isUndefined } from './includes-undefined.js';
import { inSourceOrder } from './literal-values.js';
import { readObjectShape } from './read-object-shape.js';
import type { Reading } from './reading.js';
import type { ShapeQuery } from '../shape/shape-query.js';
import type { Literal, Shape } from '../shape/shape.js';

/** Reads a type without `undefined`: an optional value has the shape of its value. */
export function readShape(reading: Reading, type: ts.Type, node: ts.Node): Shape {
  return readParts(reading, type, { node, open: [], read: (inner, query) => readParts(reading, inner, query) });
}

function readParts(reading: Reading, type: ts.Type, query: ShapeQuery): Shape {
  const { ts } = reading;
  const parts = (type.isUnion() ? type.types : [type])
    .filter((part) => !isUndefined(reading, part))
    .map((part) => withoutBrand(reading, part));
  const literals = parts.map((part) => literalValue(reading, part)).filter((value) => value !== undefined);
  const others = parts.filter((part) => literalValue(reading, part) === undefined);
  const nulls = others.filter(({ flags }) => flags & ts.TypeFlags.Null);
  const shapes = [
    ...literalShapes(inSourceOrder(reading, literals, query.node)),
    ...others.filter((part) => !nulls.includes(part)).map((part) => readSingle(reading, part, query)),
    ...nulls.map((): Shape => ({ kind: 'null' })),
  ];
  const unreadable = shapes.find(({ kind }) => kind === 'unreadable');
  const [first] = shapes;
  return unreadable ?? (first && shapes.length === 1 ? first : { kind: 'union', of: shapes });
}

function literalValue({ ts, checker }: Reading, type: ts.Type): Literal | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  return type.flags & ts.TypeFlags.BooleanLiteral ? checker.typeToString(type) === 'true' : undefined;
}

function literalShapes(values: readonly Literal[]): Shape[] {
  if (values.length === 0) return [];
  const booleans = new Set(values.filter((value) => typeof value === 'boolean'));
  if (booleans.size < 2) return [{ kind: 'enum', values }];
  return [...literalShapes(values.filter((value) => typeof value !== 'boolean')), { kind: 'scalar', name: 'Boolean' }];
}

function readSingle(reading: Reading, type: ts.Type, query: ShapeQuery): Shape {
  const { ts, checker } = reading;
  const { TypeFlags } = ts;
  const text = checker.typeToString(type);
  if (type.flags & TypeFlags.String) return { kind: 'scalar', name: 'String' };
  if (type.flags & (TypeFlags.TemplateLiteral | TypeFlags.StringMapping)) {
    return { kind: 'scalar', name: 'String', loses: text };
  }
  if (type.flags & TypeFlags.EnumLike) return computedEnum(type);
  if (type.flags & TypeFlags.Number) return { kind: 'scalar', name: 'Number' };
  if (type.flags & TypeFlags.Object || type.isIntersection()) return readObjectShape(reading, type, query);
  return { kind: 'unreadable', why: `it is ${text}` };
}

function computedEnum({ symbol }: ts.Type): Shape {
  const [declaration] = symbol.declarations ?? [];
  const name = (declaration?.parent as Partial<ts.EnumDeclaration> | undefined)?.name?.text ?? symbol.name;
  return { kind: 'unreadable', why: `the enum ${name} has computed values`, remedy: `{ enum: ${name} }` };
}

/** A brand, such as `string & { readonly brand: 'OrderId' }`, is the value that it marks. */
function withoutBrand({ ts }: Reading, type: ts.Type): ts.Type {
  const { StringLike, NumberLike, BooleanLike, BigIntLike } = ts.TypeFlags;
  const marked = StringLike | NumberLike | BooleanLike | BigIntLike;
  return (type.isIntersection() && type.types.find(({ flags }) => flags & marked)) || type;
}
