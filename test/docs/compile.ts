import ts from 'typescript';

/** Returns whether a text parses as TypeScript. */
export const parses = (code: string): boolean =>
  ts.transpileModule(code, {
    reportDiagnostics: true,
    compilerOptions: { experimentalDecorators: true, target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  }).diagnostics?.length === 0;

/** Every identifier in a text. */
export const identifiersOf = (code: string): ReadonlySet<string> => {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(sourceOf(code));
  return names;
};

/** The names that a file exports. */
export const exportedNames = (code: string): readonly string[] =>
  sourceOf(code).statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return reexportedNames(statement);
    if (!ts.canHaveModifiers(statement)) return [];
    if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(namesOf);
    const { name } = statement as unknown as { name?: ts.Identifier };
    return name ? [name.text] : [];
  });

const reexportedNames = ({ exportClause }: ts.ExportDeclaration): readonly string[] =>
  exportClause && ts.isNamedExports(exportClause) ? exportClause.elements.map(({ name }) => name.text) : [];

/** The name that the last statement of a text declares. */
export const lastDeclared = (code: string): string | undefined => {
  const last = sourceOf(code).statements.at(-1);
  if (last && ts.isClassDeclaration(last)) return last.name?.text;
  if (!last || !ts.isVariableStatement(last)) return undefined;
  return last.declarationList.declarations.flatMap(namesOf)[0];
};

const namesOf = ({ name }: { readonly name: ts.BindingName }): readonly string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesOf(element) : []));

const sourceOf = (code: string): ts.SourceFile => ts.createSourceFile('code.ts', code, ts.ScriptTarget.ES2023, true);
