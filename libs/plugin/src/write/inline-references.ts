import type ts from 'typescript';
import type { Reading } from '../read/reading.js';
import { resolveSymbol } from '../read/resolve-symbol.js';
import type { TypeReferences } from './type-references.js';

interface Import {
  readonly from: string;
  /** The name of the class among the exports of the module. */
  readonly name: string;
}

/**
 * Names classes from inside a source file. The compiler removes imports that only types use, so that an imported class
 * is loaded again: by `require` in CommonJS, by an import of its own in an ES module.
 */
export class InlineReferences implements TypeReferences {
  private readonly namespaces = new Map<string, ts.Identifier>();

  constructor(
    private readonly reading: Reading,
    /** The file as earlier transformers left it: the Nest CLI has rewritten its path aliases. */
    private readonly file: ts.SourceFile,
  ) {}

  refer(type: ts.Symbol): ts.Expression | undefined {
    const { ts } = this.reading;
    const original = ts.getOriginalNode(this.file);
    const local = (type.declarations ?? []).find((one) => one.getSourceFile() === original);
    if (local)
      return ts.isClassDeclaration(local) && local.name ? ts.factory.createIdentifier(local.name.text) : undefined;
    const found = this.importOf(type);
    if (!found) return undefined;
    const { factory } = ts;
    const module = this.isModule() ? this.namespace(found.from) : requireCall(factory, found.from);
    return factory.createPropertyAccessExpression(module, found.name);
  }

  /** The imports that the file needs for the classes that were named. */
  imports(): readonly ts.ImportDeclaration[] {
    const { factory } = this.reading.ts;
    return [...this.namespaces].map(([from, name]) => {
      const clause = factory.createImportClause(false, undefined, factory.createNamespaceImport(name));
      return factory.createImportDeclaration(undefined, clause, factory.createStringLiteral(from));
    });
  }

  private namespace(from: string): ts.Identifier {
    const known = this.namespaces.get(from);
    if (known) return known;
    const name = this.reading.ts.factory.createUniqueName('toolgate');
    this.namespaces.set(from, name);
    return name;
  }

  private isModule(): boolean {
    const { ModuleKind } = this.reading.ts;
    const { impliedNodeFormat } = this.reading.ts.getOriginalNode(this.file) as ts.SourceFile;
    if (impliedNodeFormat !== undefined) return impliedNodeFormat === ModuleKind.ESNext;
    const kind = this.reading.program.getCompilerOptions().module ?? ModuleKind.CommonJS;
    return kind >= ModuleKind.ES2015 && kind <= ModuleKind.ESNext;
  }

  private importOf(type: ts.Symbol): Import | undefined {
    const { ts } = this.reading;
    for (const statement of this.file.statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const clause = (ts.getOriginalNode(statement) as ts.ImportDeclaration).importClause;
      const name = clause && this.nameIn(clause, type);
      if (name !== undefined) return { from: statement.moduleSpecifier.text, name };
    }
    return undefined;
  }

  private nameIn({ name, namedBindings }: ts.ImportClause, type: ts.Symbol): string | undefined {
    const { ts, checker } = this.reading;
    if (name && resolveSymbol(this.reading, name) === type) return 'default';
    if (!namedBindings) return undefined;
    if (ts.isNamedImports(namedBindings)) {
      const found = namedBindings.elements.find((element) => resolveSymbol(this.reading, element.name) === type);
      return found && (found.propertyName ?? found.name).text;
    }
    const module = checker.getSymbolAtLocation(namedBindings.name);
    const target = module && checker.getAliasedSymbol(module);
    const found = target && checker.getExportsOfModule(target).find((one) => this.targetOf(one) === type);
    return found?.name;
  }

  private targetOf(symbol: ts.Symbol): ts.Symbol {
    const { ts, checker } = this.reading;
    return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  }
}

function requireCall(factory: ts.NodeFactory, from: string): ts.CallExpression {
  return factory.createCallExpression(factory.createIdentifier('require'), undefined, [
    factory.createStringLiteral(from),
  ]);
}
