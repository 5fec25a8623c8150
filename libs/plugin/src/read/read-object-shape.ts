import type ts from 'typescript';
import { docComment } from './doc-comment.js';
import { inProperty } from '../shape/in-property.js';
import { includesUndefined, isUndefined } from './includes-undefined.js';
import type { Reading } from './reading.js';
import type { ShapeQuery } from '../shape/shape-query.js';
import type { Shape, ShapeProperty, UnreadableShape } from '../shape/shape.js';

/** A generic type may name itself with ever larger arguments. */
const DEEPEST = 20;

/** Reads a list, a map, a class, or an object type with its properties. */
export function readObjectShape(reading: Reading, type: ts.Type, query: ShapeQuery): Shape {
  const { ts, checker } = reading;
  if (query.open.length >= DEEPEST) return { kind: 'unreadable', why: `it is nested in more than ${DEEPEST} types` };
  const text = checker.typeToString(type);
  if (query.open.includes(type)) return { kind: 'unreadable', why: `${text} contains itself` };
  const inside = { ...query, open: [...query.open, type] };
  if (checker.isArrayType(type)) return listOf(reading, type as ts.TypeReference, inside);
  if (checker.isTupleType(type)) return { kind: 'unreadable', why: `${text} is a tuple` };
  const native = nativeName(reading, type);
  if (native === 'Date') return { kind: 'scalar', name: 'Date' };
  if (native === 'Map') return instanceOfMap(reading, type as ts.TypeReference, inside);
  if (native !== undefined) return { kind: 'unreadable', why: `${text} has no form in JSON` };
  if (type.symbol && type.symbol.flags & ts.SymbolFlags.Class) return { kind: 'class', symbol: type.symbol };
  if (type.getCallSignatures().length + type.getConstructSignatures().length > 0) {
    return { kind: 'unreadable', why: `${text} is a function` };
  }
  return readMembers(reading, type, inside);
}

function listOf(reading: Reading, type: ts.TypeReference, query: ShapeQuery): Shape {
  const [item] = reading.checker.getTypeArguments(type);
  if (!item) return { kind: 'unreadable', why: 'it is a list of unknown values' };
  const of = query.read(item, query);
  return of.kind === 'unreadable' ? of : { kind: 'list', of };
}

function instanceOfMap({ ts, checker }: Reading, type: ts.TypeReference, query: ShapeQuery): Shape {
  const [key, value] = checker.getTypeArguments(type);
  const keys = key?.isUnion() ? key.types : key ? [key] : [];
  if (keys.every(({ flags }) => flags & ts.TypeFlags.StringLike)) return mapOf(value, query, true);
  return { kind: 'unreadable', why: `${checker.typeToString(type)} has keys that are not strings` };
}

function mapOf(value: ts.Type | undefined, query: ShapeQuery, isInstance = false): Shape {
  const of: Shape = value ? query.read(value, query) : { kind: 'unreadable', why: 'it is a map of unknown values' };
  return of.kind === 'unreadable' ? of : { kind: 'map', of, isInstance };
}

/** The name of a class or an interface of the language itself. */
function nativeName({ ts, program }: Reading, { symbol }: ts.Type): string | undefined {
  if (!symbol || !(symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class))) return undefined;
  const declarations = symbol.declarations ?? [];
  return declarations.some((one) => program.isSourceFileDefaultLibrary(one.getSourceFile())) ? symbol.name : undefined;
}

function readMembers(reading: Reading, type: ts.Type, query: ShapeQuery): Shape {
  const { checker } = reading;
  const text = checker.typeToString(type);
  const members = checker.getPropertiesOfType(type);
  const [index] = checker.getIndexInfosOfType(type);
  if (members.length === 0 && index) return mapOf(index.type, query);
  if (members.length === 0 || index) return { kind: 'unreadable', why: `${text} does not list its properties` };
  const properties: ShapeProperty[] = [];
  for (const member of members) {
    const property = readMember(reading, member, query);
    if (!property) continue;
    if ('kind' in property) return property;
    properties.push(property);
  }
  return { kind: 'object', properties };
}

/** Returns undefined for a property that is never set, such as `card?: never`. */
function readMember(
  reading: Reading,
  member: ts.Symbol,
  query: ShapeQuery,
): ShapeProperty | UnreadableShape | undefined {
  const { ts, checker } = reading;
  const [declaration] = member.declarations ?? [];
  if (member.name === '__proto__' || member.name.startsWith('__@'))
    return { kind: 'unreadable', why: `it has the property ${member.name}` };
  if (declaration && ts.isClassLike(declaration.parent)) {
    const name = declaration.parent.name?.text ?? 'a class';
    return { kind: 'unreadable', why: `it is made of the class ${name}, whose validators would not run` };
  }
  const type = checker.getTypeOfSymbolAtLocation(member, query.node);
  if (isUndefined(reading, type)) return undefined;
  const node = declaration && ts.isPropertySignature(declaration) ? declaration.type : undefined;
  const shape = query.read(type, { ...query, node: node ?? query.node });
  if (shape.kind === 'unreadable') return inProperty(member.name, shape);
  const description = docComment(reading, member);
  return {
    name: member.name,
    isOptional: (member.flags & ts.SymbolFlags.Optional) !== 0 || includesUndefined(reading, type),
    ...(description !== undefined && { description }),
    shape,
  };
}
