import { dirname, join, relative, sep } from 'node:path';
import type ts from 'typescript';
import type { Reading } from '../read/reading.js';
import type { TypeReferences } from './type-references.js';

/** Names classes from inside the file `metadata.ts` that the Nest CLI writes; its variable `t` holds their modules. */
export class MetadataReferences implements TypeReferences {
  /** By module, the code that loads it. */
  readonly imports: Record<string, string> = {};

  constructor(
    private readonly reading: Reading,
    private readonly folder: string,
  ) {}

  refer(type: ts.Symbol): ts.Expression | undefined {
    const { factory } = this.reading.ts;
    const file = type.declarations?.[0]?.getSourceFile();
    const name = file && exportedName(this.reading, file, type);
    if (file === undefined || name === undefined) return undefined;
    const from = this.specifier(file);
    this.imports[from] = `await import(${JSON.stringify(from)})`;
    const module = factory.createElementAccessExpression(
      factory.createIdentifier('t'),
      factory.createStringLiteral(from),
    );
    return factory.createPropertyAccessExpression(module, name);
  }

  /** Returns the path by which `metadata.ts` imports a file. */
  specifier(file: ts.SourceFile): string {
    const path = relative(this.folder, join(dirname(file.fileName), fileStem(file.fileName)))
      .split(sep)
      .join('/');
    const local = path.startsWith('.') ? path : `./${path}`;
    return this.needsExtension() ? `${local}.js` : local;
  }

  private needsExtension(): boolean {
    const { ModuleResolutionKind } = this.reading.ts;
    const { moduleResolution, module = 0 } = this.reading.program.getCompilerOptions();
    const kinds: readonly (number | undefined)[] = [ModuleResolutionKind.Node16, ModuleResolutionKind.NodeNext];
    return kinds.includes(moduleResolution) || (moduleResolution === undefined && module >= 100);
  }
}

/** Returns the name by which a file exports a class; undefined if it does not, or is a declaration file. */
export function exportedName({ ts, checker }: Reading, file: ts.SourceFile, type: ts.Symbol): string | undefined {
  const module = file.isDeclarationFile ? undefined : checker.getSymbolAtLocation(file);
  const found =
    module &&
    checker.getExportsOfModule(module).find((one) => {
      return (one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one) === type;
    });
  return found?.name;
}

function fileStem(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[cm]?tsx?$/, '');
}
