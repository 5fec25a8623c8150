import type ts from 'typescript';
import type { Reading } from './reading.js';
import { isDeclaredIn, resolveSymbol } from './resolve-symbol.js';

/** The packages whose decorators make a class a DTO. */
const DTO_PACKAGES = /\/node_modules\/(?:class-validator|class-transformer|@nestjs\/swagger)\//;

/** The decorators of tool methods, by their files. The first one states the options of a method that has both. */
const TOOL_DECORATORS = { Tool: 'tool.decorator', RequiresApproval: 'requires-approval.decorator' } as const;

type ToolDecorator = keyof typeof TOOL_DECORATORS;

/**
 * Returns the call of `@Tool()` or `@RequiresApproval()` on a method, also the one inside a decorator that the application
 * composed.
 */
export function findToolCall(reading: Reading, method: ts.MethodDeclaration): ts.CallExpression | undefined {
  for (const name of ['Tool', 'RequiresApproval'] as const) {
    for (const { expression } of decoratorsOf(reading, method)) {
      const call = findCall(reading, expression, { name, seen: new Set() });
      if (call) return call;
    }
  }
  return undefined;
}

/** Returns the call of `@ToolParam()` on a parameter or a property. */
export function findParamCall(reading: Reading, node: ts.Node): ts.CallExpression | undefined {
  const found = decoratorsOf(reading, node).find(({ expression }) => isToolParam(reading, expression));
  return found?.expression as ts.CallExpression | undefined;
}

/** Whether a decorator of another library or of the application is on a parameter. */
export function hasOtherDecorator(reading: Reading, node: ts.Node): boolean {
  return decoratorsOf(reading, node).some(({ expression }) => !isToolParam(reading, expression));
}

/** Whether a property belongs to a DTO, because it has a decorator that Toolgate reads. */
export function isDtoProperty(reading: Reading, node: ts.Node): boolean {
  return decoratorsOf(reading, node).some(({ expression }) => {
    if (isToolParam(reading, expression)) return true;
    const symbol = calledSymbol(reading, expression);
    return (symbol?.declarations ?? []).some((one) => DTO_PACKAGES.test(one.getSourceFile().fileName));
  });
}

/** Returns the options that a call states in its first argument; optional properties of the argument's type do not count. */
export function statedOptions({ ts, checker }: Reading, call: ts.CallExpression | undefined): ReadonlySet<string> {
  const [argument] = call?.arguments ?? [];
  const properties = argument ? checker.getTypeAtLocation(argument).getProperties() : [];
  return new Set(properties.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional)).map(({ name }) => name));
}

function decoratorsOf({ ts }: Reading, node: ts.Node): readonly ts.Decorator[] {
  return (ts.canHaveDecorators(node) && ts.getDecorators(node)) || [];
}

function isToolParam(reading: Reading, expression: ts.Expression): boolean {
  const symbol = reading.ts.isCallExpression(expression) ? calledSymbol(reading, expression) : undefined;
  return symbol !== undefined && isDeclaredIn(symbol, 'ToolParam', 'tool-param.decorator');
}

function calledSymbol(reading: Reading, expression: ts.Expression): ts.Symbol | undefined {
  return resolveSymbol(
    reading,
    nameIn(reading, reading.ts.isCallExpression(expression) ? expression.expression : expression),
  );
}

function nameIn({ ts }: Reading, expression: ts.Expression): ts.Node {
  return ts.isPropertyAccessExpression(expression) ? expression.name : expression;
}

interface Search {
  readonly name: ToolDecorator;
  readonly seen: Set<ts.Symbol>;
}

function findCall(reading: Reading, expression: ts.Expression, search: Search): ts.CallExpression | undefined {
  const { name, seen } = search;
  const symbol = calledSymbol(reading, expression);
  if (!symbol || seen.has(symbol)) return undefined;
  seen.add(symbol);
  if (isDeclaredIn(symbol, name, TOOL_DECORATORS[name])) {
    return reading.ts.isCallExpression(expression) ? expression : undefined;
  }
  return findCallInside(reading, symbol, search);
}

/** Searches the body of a decorator that the application declares, such as one made with `applyDecorators`. */
function findCallInside(reading: Reading, symbol: ts.Symbol, search: Search): ts.CallExpression | undefined {
  const { ts } = reading;
  const visit = (node: ts.Node): ts.CallExpression | undefined =>
    (ts.isCallExpression(node) ? findCall(reading, node, search) : undefined) ?? ts.forEachChild(node, visit);
  for (const declaration of symbol.declarations ?? []) {
    const found = declaration.getSourceFile().isDeclarationFile ? undefined : visit(declaration);
    if (found) return found;
  }
  return undefined;
}
