import type ts from 'typescript';
import { loadTypeScript } from '../options/load-typescript.js';
import { exportedName, MetadataReferences } from '../write/metadata-references.js';
import { PluginException } from '../options/plugin-exception.js';
import { completePluginOptions, type PluginOptions } from '../options/plugin-options.js';
import type { Reading } from '../read/reading.js';
import { warningPrinter } from '../options/warning.js';
import { writeClass } from '../write/write-class.js';

/** The options of a `ReadonlyVisitor`. */
export interface ReadonlyVisitorOptions extends PluginOptions {
  /** The folder of `metadata.ts`; the Nest CLI sets it. */
  readonly pathToSource: string;
}

/**
 * Reads what `before()` reads, without changing the sources, for compilers that run no plugin. The Nest CLI writes the
 * result to `metadata.ts` when it builds with swc and checks types; the application passes it to `loadPluginMetadata()`.
 */
export class ReadonlyVisitor {
  /** The section of `metadata.ts`; the Nest CLI sets it to the name of the plugin. */
  key = 'toolgate/plugin';
  private readonly options: Required<PluginOptions>;
  private readonly folder: string;
  private readonly warn = warningPrinter();
  private readonly classes = new Map<string, readonly [object, Readonly<Record<string, object>>]>();
  private references: MetadataReferences | undefined;

  constructor(options: ReadonlyVisitorOptions) {
    this.options = completePluginOptions(options);
    if (typeof options.pathToSource !== 'string') {
      throw new PluginException(
        'toolgate/plugin: ReadonlyVisitor needs `pathToSource`, the folder into which metadata.ts is written. Pass it.',
      );
    }
    this.folder = options.pathToSource;
  }

  /** By module, the code that loads it. */
  get typeImports(): Record<string, string> {
    return this.references?.imports ?? {};
  }

  /** Reads one file of a program; a file that is visited again replaces what was read before. */
  visit(program: object, file: object): void {
    const source = file as ts.SourceFile;
    const ts = loadTypeScript();
    const checker = (program as ts.Program).getTypeChecker();
    const reading: Reading = { ts, program: program as ts.Program, checker, options: this.options };
    const references = new MetadataReferences(reading, this.folder);
    Object.assign(references.imports, this.typeImports);
    this.references = references;
    const found = source.statements.flatMap((node) => {
      const written = ts.isClassDeclaration(node) ? this.readExported(reading, node, references) : undefined;
      return written ? [written] : [];
    });
    if (found.length === 0) this.classes.delete(source.fileName);
    else
      this.classes.set(source.fileName, [
        importCall(ts.factory, references.specifier(source)),
        Object.fromEntries(found),
      ]);
  }

  /** Returns everything that was read, in the form in which the Nest CLI prints it. */
  collect(): Record<string, Array<unknown>> {
    return { classes: [...this.classes.values()] };
  }

  private readExported(
    reading: Reading,
    node: ts.ClassDeclaration,
    references: MetadataReferences,
  ): [string, ts.ObjectLiteralExpression] | undefined {
    const metadata = writeClass(reading, node, references, this.warn);
    if (!metadata) return undefined;
    const symbol = node.name && reading.checker.getSymbolAtLocation(node.name);
    const name = symbol && exportedName(reading, node.getSourceFile(), symbol);
    if (name !== undefined) return [name, metadata];
    const label = node.name?.text ?? 'An unnamed class';
    const problem = 'metadata.ts cannot describe it, because its file does not export it';
    this.warn({ node, label, problem, remedy: `Export ${label}.` });
    return undefined;
  }
}

function importCall(factory: ts.NodeFactory, from: string): ts.CallExpression {
  const keyword = factory.createIdentifier('import');
  return factory.createCallExpression(keyword, undefined, [factory.createStringLiteral(from)]);
}
