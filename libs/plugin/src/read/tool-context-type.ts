import type ts from 'typescript';
import type { Reading } from './reading.js';
import { isDeclaredIn } from './resolve-symbol.js';

/** Whether a type is `ToolContext` or a class that extends it. */
export function isToolContext(reading: Reading, type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type];
  return parts.some(({ symbol }) => symbol && (isContext(symbol) || extendsContext(reading, symbol)));
}

function isContext(symbol: ts.Symbol): boolean {
  return isDeclaredIn(symbol, 'ToolContext', 'tool-context');
}

function extendsContext(reading: Reading, symbol: ts.Symbol): boolean {
  const { ts, checker } = reading;
  if (!(symbol.flags & ts.SymbolFlags.Class)) return false;
  const bases = checker.getDeclaredTypeOfSymbol(symbol).getBaseTypes() ?? [];
  return bases.some((base) => base.symbol && (isContext(base.symbol) || extendsContext(reading, base.symbol)));
}
