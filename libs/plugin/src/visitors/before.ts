import type ts from 'typescript';
import { InlineReferences } from '../write/inline-references.js';
import { loadTypeScript, type TypeScript } from '../options/load-typescript.js';
import { PluginException } from '../options/plugin-exception.js';
import { completePluginOptions, type PluginOptions } from '../options/plugin-options.js';
import type { Reading } from '../read/reading.js';
import { type Warn, warningPrinter } from '../options/warning.js';
import { writeClass } from '../write/write-class.js';

/** A transformer of source files, as TypeScript runs it before its own. */
export type SourceTransformer = (context: object) => <File extends object>(file: File) => File;

/** The static method that returns the metadata of a class, for `@Tool()` methods and DTOs. */
const FACTORY = '_TOOLGATE_METADATA_FACTORY';

/**
 * Adds metadata from types and comments to classes with `@Tool()` methods and to DTO classes. The Nest CLI calls it for
 * `"plugins": ["toolgate/plugin"]` when it builds with `tsc` or webpack.
 * @throws PluginException if it is called without the whole program, or if the project has no suitable TypeScript
 */
export function before(options?: PluginOptions, program?: object): SourceTransformer {
  const known = completePluginOptions(options);
  const ts = loadTypeScript();
  if (program === undefined || (program as ts.Program).getCompilerOptions().noResolve) {
    throw new PluginException(
      'toolgate/plugin needs the whole program to read types. Call before(options, program). In ts-jest or ts-loader, set "isolatedModules" and "transpileOnly" to false, so that the build checks types.',
    );
  }
  const checker = (program as ts.Program).getTypeChecker();
  const reading: Reading = { ts, program: program as ts.Program, checker, options: known };
  const build: Build = { reading, warn: warningPrinter() };
  const transformer = (context: ts.TransformationContext) => (file: ts.SourceFile) => transform(build, context, file);
  return transformer as SourceTransformer;
}

interface Build {
  readonly reading: Reading;
  readonly warn: Warn;
}

function transform({ reading, warn }: Build, context: ts.TransformationContext, file: ts.SourceFile): ts.SourceFile {
  requireSameFormat(reading, file);
  const { ts } = reading;
  const references = new InlineReferences(reading, file);
  const visit = (node: ts.Node): ts.Node => {
    const inner = ts.visitEachChild(node, visit, context);
    const original = ts.getOriginalNode(node);
    if (!ts.isClassDeclaration(inner) || !ts.isClassDeclaration(original)) return inner;
    const metadata = writeClass(reading, original, references, warn);
    return metadata ? addFactory(reading.ts, inner, metadata) : inner;
  };
  const visited = ts.visitEachChild(file, visit, context);
  const imports = references.imports();
  if (imports.length === 0) return visited;
  return context.factory.updateSourceFile(visited, [...visited.statements, ...imports]);
}

/** The program resolves no import of a file that the build reads as another kind of module. ts-jest forces CommonJS. */
function requireSameFormat({ program }: Reading, { fileName, impliedNodeFormat }: ts.SourceFile): void {
  const known = program.getSourceFile(fileName);
  if (!known || known.impliedNodeFormat === impliedNodeFormat) return;
  throw new PluginException(
    `toolgate/plugin cannot read ${fileName}: the build compiles it as another kind of module than the program. In ts-jest, name a tsconfig with "module": "commonjs".`,
  );
}

function addFactory(
  { factory, SyntaxKind }: TypeScript,
  node: ts.ClassDeclaration,
  metadata: ts.ObjectLiteralExpression,
): ts.ClassDeclaration {
  const body = factory.createBlock([factory.createReturnStatement(metadata)], true);
  const modifiers = [factory.createModifier(SyntaxKind.StaticKeyword)];
  const method = factory.createMethodDeclaration(
    modifiers,
    undefined,
    FACTORY,
    undefined,
    undefined,
    [],
    undefined,
    body,
  );
  const { modifiers: own, name, typeParameters, heritageClauses, members } = node;
  return factory.updateClassDeclaration(node, own, name, typeParameters, heritageClauses, [...members, method]);
}
