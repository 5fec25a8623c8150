import { existsSync, readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** A module that a file imports. */
export interface ImportedModule {
  readonly name: string;
  /** Whether only its types are imported. */
  readonly isType: boolean;
  /** Whether it is loaded by a call, and not together with the file. */
  readonly isCalled: boolean;
}

/** The source files in a folder, by their paths from the root of the repository; empty if the folder does not exist. */
export const sourcesIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.m?[jt]sx?$/.test(file) && !file.split('/').includes('node_modules'))
        .map((file) => `${folder}/${file}`)
        .sort()
    : [];

/** Whether a file is a spec or shared by specs. */
export const isTest = (file: string): boolean => /\.(spec|fixture)\.tsx?$/.test(file);

/** Returns the function that computes a result for each file once. */
const oncePerFile = <T>(compute: (file: string) => T): ((file: string) => T) => {
  const results = new Map<string, T>();
  return (file) => {
    if (!results.has(file)) results.set(file, compute(file));
    return results.get(file)!;
  };
};

/** The text of a file. */
export const textOf = oncePerFile((file: string): string => readFileSync(file, 'utf8'));

/** A parsed file. */
export const parse = oncePerFile((file: string): ts.SourceFile =>
  ts.createSourceFile(file, textOf(file), ts.ScriptTarget.ESNext, true),
);

/** Every node of a tree, parents first; `enter` returns whether to visit the children of a node. */
export const nodesIn = (node: ts.Node, enter: (node: ts.Node) => boolean = () => true): readonly ts.Node[] => {
  const nodes: ts.Node[] = [];
  const visit = (visited: ts.Node): void => {
    nodes.push(visited);
    if (enter(visited)) ts.forEachChild(visited, visit);
  };
  visit(node);
  return nodes;
};

/** Every node of a file, parents first. */
export const nodesOf = oncePerFile((file: string): readonly ts.Node[] => nodesIn(parse(file)));

/** The modules that a file imports, exports from, or loads at run time. */
export const importsOf = oncePerFile((file: string): readonly ImportedModule[] =>
  nodesOf(file).flatMap((node) => {
    const name = moduleNameIn(node);
    return name ? [{ name: name.text, isType: takesTypesOnly(node), isCalled: ts.isCallExpression(node) }] : [];
  }),
);

const moduleNameIn = (node: ts.Node): ts.StringLiteralLike | undefined => {
  let name: ts.Node | undefined;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) name = node.moduleSpecifier;
  else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) name = node.argument.literal;
  else if (ts.isCallExpression(node) && isLoading(node.expression)) name = node.arguments[0];
  return name && ts.isStringLiteralLike(name) ? name : undefined;
};

const isLoading = (called: ts.Expression): boolean =>
  called.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(called) && called.text === 'require');

const takesTypesOnly = (node: ts.Node): boolean => {
  if (ts.isImportTypeNode(node)) return true;
  if (ts.isExportDeclaration(node)) return node.isTypeOnly || areTypes(node.exportClause);
  if (!ts.isImportDeclaration(node) || !node.importClause) return false;
  const { isTypeOnly, name, namedBindings } = node.importClause;
  return isTypeOnly || (!name && areTypes(namedBindings));
};

const areTypes = (bindings: ts.NamedExportBindings | ts.NamedImportBindings | undefined): boolean =>
  bindings !== undefined &&
  (ts.isNamedImports(bindings) || ts.isNamedExports(bindings)) &&
  [...bindings.elements].every(({ isTypeOnly }) => isTypeOnly);
