import type ts from 'typescript';
import type { Reading } from './reading.js';
import { resolveSymbol } from './resolve-symbol.js';
import type { Literal } from '../shape/shape.js';

/**
 * Sorts the values of a union as the source lists them: the checker orders them by their first use in the program,
 * which may differ from build to build.
 */
export function inSourceOrder(reading: Reading, values: readonly Literal[], node: ts.Node | undefined): Literal[] {
  const order: Literal[] = [];
  if (node) collect(reading, node, order, new Set());
  const place = (value: Literal): number => (order.includes(value) ? order.indexOf(value) : order.length);
  return values.toSorted((one, other) => place(one) - place(other));
}

function collect(reading: Reading, node: ts.Node, found: Literal[], seen: Set<ts.Node>): void {
  const { ts, checker } = reading;
  if (seen.has(node)) return;
  seen.add(node);
  const value = literalOf(reading, node);
  if (value !== undefined) found.push(value);
  else if (ts.isEnumMember(node)) {
    const constant = checker.getConstantValue(node);
    if (constant !== undefined) found.push(constant);
  } else if (ts.isTypeReferenceNode(node) || ts.isTypeQueryNode(node)) {
    const name = ts.isTypeReferenceNode(node) ? node.typeName : node.exprName;
    const declarations = resolveSymbol(reading, name)?.declarations ?? [];
    for (const one of declarations) if (!isClassOrInterface(reading, one)) collect(reading, one, found, seen);
    for (const one of node.typeArguments ?? []) collect(reading, one, found, seen);
  } else ts.forEachChild(node, (child) => collect(reading, child, found, seen));
}

/** Returns the value of a literal in a type or an expression. */
export function literalOf({ ts }: Reading, node: ts.Node): Literal | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (!ts.isPrefixUnaryExpression(node) || node.operator !== ts.SyntaxKind.MinusToken) return undefined;
  return ts.isNumericLiteral(node.operand) ? -Number(node.operand.text) : undefined;
}

function isClassOrInterface({ ts }: Reading, node: ts.Node): boolean {
  return ts.isClassLike(node) || ts.isInterfaceDeclaration(node);
}
