import type ts from 'typescript';
import { findParamCall, findToolCall, isDtoProperty, statedOptions } from './decorators.js';
import { docComment } from './doc-comment.js';
import type { Emitted } from '../shape/emitted.js';
import { includesUndefined } from './includes-undefined.js';
import { readParameter } from './read-parameter.js';
import { readTypeOptions } from './read-type-options.js';
import type { Reading } from './reading.js';
import type { Warn } from '../options/warning.js';

type Members = Record<string, { readonly [name: string]: Emitted | undefined }>;

/** The metadata of a class: its tool methods, and its properties if it is a DTO. */
export interface ClassMetadata {
  readonly [section: string]: Members;
}

/** Reads a class; undefined if it has neither a tool method nor a property of a DTO. */
export function readClass(reading: Reading, node: ts.ClassDeclaration, warn: Warn): ClassMetadata | undefined {
  const { ts } = reading;
  const sections: Record<'methods' | 'staticMethods' | 'properties', Members> = {
    methods: {},
    staticMethods: {},
    properties: {},
  };
  for (const member of node.members) {
    const key = member.name && keyOf(reading, member.name);
    if (key === undefined) continue;
    const label = `${node.name?.text ?? 'An unnamed class'}.${key}`;
    if (ts.isMethodDeclaration(member) && member.body) {
      const section = isStatic(reading, member) ? 'staticMethods' : 'methods';
      const method = readMethod(reading, member, label, warn);
      if (method) sections[section][key] = method;
    } else if (ts.isPropertyDeclaration(member) && isDtoProperty(reading, member)) {
      sections.properties[key] = readProperty(reading, member, label, warn);
    }
  }
  const found = Object.entries(sections).filter(([, members]) => Object.keys(members).length > 0);
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function keyOf({ ts }: Reading, name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;
}

function isStatic({ ts }: Reading, member: ts.MethodDeclaration | ts.PropertyDeclaration): boolean {
  return member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false;
}

/** Returns true for a method with the modifier `private`, which compiled code does not contain. */
function isPrivate({ ts }: Reading, method: ts.MethodDeclaration): true | undefined {
  return method.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) || undefined;
}

function readMethod(
  reading: Reading,
  method: ts.MethodDeclaration,
  label: string,
  warn: Warn,
): Members[string] | undefined {
  const call = findToolCall(reading, method);
  if (!call) return undefined;
  const stated = statedOptions(reading, call);
  const description = docComment(reading, reading.checker.getSymbolAtLocation(method.name));
  const known = { description, isPrivate: isPrivate(reading, method) };
  // The source states the whole input, so the types of single parameters are not read.
  if (stated.has('parameters') || stated.has('inputSchema')) return known;
  const { ts } = reading;
  const passed = method.parameters.filter(({ name }) => !(ts.isIdentifier(name) && name.text === 'this'));
  const parameters = passed.map((parameter, index) =>
    readParameter(reading, parameter, `${label}, parameter ${index}`, warn),
  );
  return { ...known, parameters };
}

function readProperty(reading: Reading, node: ts.PropertyDeclaration, label: string, warn: Warn): Members[string] {
  const { checker } = reading;
  const call = findParamCall(reading, node);
  const type = checker.getTypeAtLocation(node);
  const stated = statedOptions(reading, call);
  return {
    description: docComment(reading, checker.getSymbolAtLocation(node.name)),
    required: node.questionToken || includesUndefined(reading, type) ? false : undefined,
    ...readTypeOptions(reading, { node, typeNode: node.type, type, stated }, (problem, remedy) => {
      // Other libraries may describe the property with decorators of their own.
      if (call) warn({ node, label, problem, remedy });
    }),
  };
}
