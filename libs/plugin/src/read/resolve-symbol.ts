import type ts from 'typescript';
import type { Reading } from './reading.js';

/** Returns the symbol that a name refers to, after resolving all imports and exports. */
export function resolveSymbol({ ts, checker }: Reading, node: ts.Node): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(node);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Whether a symbol is declared by Toolgate in the file of this name, whichever folder the package is in. */
export function isDeclaredIn(symbol: ts.Symbol, name: string, file: string): boolean {
  if (symbol.name !== name) return false;
  const path = new RegExp(`/(?:tool|approval)/src/(?:[^/]+/)*${file.replaceAll('.', '\\.')}\\.(?:d\\.)?[cm]?ts$`);
  return (symbol.declarations ?? []).some((declaration) => path.test(declaration.getSourceFile().fileName));
}
