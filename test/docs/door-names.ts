import { posix } from 'node:path';
import ts from 'typescript';
import { doors, folderOf } from '../architecture/door-files.js';
import { parse } from '../architecture/sources.js';
import { firstSentence } from './first-sentence.js';
import { groupBy } from './group-by.js';

/** A public name, with what the reference states about it. */
export interface DoorName {
  readonly name: string;
  /** The door that the name belongs to. */
  readonly door: string;
  /** The other doors that export it too. */
  readonly others: readonly string[];
  readonly kind: string;
  /** Whether it also exists at run time. */
  readonly isValue: boolean;
  /** The first sentence of its docstring. */
  readonly sentence: string;
}

type Declaration = ts.DeclarationStatement | ts.VariableDeclaration;

interface Found {
  readonly declarations: readonly Declaration[];
  readonly isType: boolean;
}

interface Exported extends Found {
  readonly name: string;
  readonly door: string;
}

/** A name in the braces of an import or export. */
interface Listed {
  readonly name: string;
  /** Its name in the other file. */
  readonly source: string;
  readonly module: string;
  readonly isType: boolean;
}

/** The rooms whose doors export names of the core, lowest first: such a name belongs to the first of them. */
const AROUND_CORE = ['model', 'tool', 'chat'];

/** Returns every public name once. It only parses the sources: a check of all types would take seconds. */
export const doorNames = (): readonly DoorName[] => {
  const byDeclaration = groupBy(doors.flatMap(exportsAt), keyOf);
  return [...byDeclaration.values()].map((exported) => {
    const { name, declarations, isType, door } = exported.find(isHome) ?? lowest(exported);
    return {
      name,
      door,
      others: exported.map((other) => other.door).filter((other) => other !== door),
      kind: kindOf(name, declarations),
      isValue: !isType && declarations.some((declaration) => !isTypeDeclaration(declaration)),
      sentence: firstSentence(declarations),
    };
  });
};

const keyOf = ({ name, declarations: [first] }: Exported): string => `${first!.getSourceFile().fileName} ${name}`;

const exportsAt = (door: string): readonly Exported[] => {
  const index = `${folderOf(door)}/index.ts`;
  return namesListedIn(index).map((name) => ({ name, door, ...find(index, name) }));
};

const namesListedIn = (file: string): readonly string[] =>
  parse(file).statements.flatMap((line) => listedIn(line).map(({ name }) => name));

/** Finds where a name that a file exports is declared. */
const find = (file: string, name: string): Found => {
  const { statements } = parse(file);
  const listed = statements.flatMap(listedIn).find((entry) => entry.name === name);
  if (listed) {
    const found = find(fileOf(listed.module, file), listed.source);
    return { ...found, isType: found.isType || listed.isType };
  }
  const declarations = statements.flatMap(declaredIn).filter((declaration) => declaration.name?.getText() === name);
  if (declarations.length === 0) throw new Error(`${file} does not declare "${name}".`);
  return { declarations, isType: false };
};

/** The names that a line takes from another file, to export them or to use them. */
const listedIn = (line: ts.Statement): readonly Listed[] => {
  const isExport = ts.isExportDeclaration(line);
  if (!isExport && !ts.isImportDeclaration(line)) return [];
  const clause = isExport ? line : line.importClause;
  const bindings = isExport ? line.exportClause : line.importClause?.namedBindings;
  if (!line.moduleSpecifier || !bindings || !('elements' in bindings)) return [];
  const { text: module } = line.moduleSpecifier as ts.StringLiteral;
  return bindings.elements.map(({ name, propertyName, isTypeOnly }) => {
    return { name: name.text, source: (propertyName ?? name).text, module, isType: isTypeOnly || clause!.isTypeOnly };
  });
};

const declaredIn = (line: ts.Statement): readonly Declaration[] => {
  if (ts.isVariableStatement(line)) return line.declarationList.declarations;
  const isDeclaration = ts.isClassDeclaration(line) || ts.isFunctionDeclaration(line) || isTypeDeclaration(line);
  return isDeclaration ? [line] : [];
};

/** The file of a module that a file imports. */
const fileOf = (module: string, importer: string): string => {
  const [, start, door] = /^(toolgate\/|#)(.+)$/.exec(module) ?? [];
  if (door !== undefined) return `${folderOf(door)}/${start === '#' ? 'internal' : 'index'}.ts`;
  return posix.join(posix.dirname(importer), module).replace(/\.js$/, '.ts');
};

const isHome = ({ door, declarations: [first] }: Exported): boolean => {
  const file = first!.getSourceFile().fileName;
  const second = doors.find((other) => other.includes('/') && file.startsWith(`${folderOf(other)}/`));
  return door === (second ?? file.split('/')[1]);
};

const lowest = (exported: readonly Exported[]): Exported => {
  const room = AROUND_CORE.find((name) => exported.some(({ door }) => door === name));
  return exported.find(({ door }) => door === room) ?? exported[0]!;
};

const isTypeDeclaration = (node: ts.Node): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);

const kindOf = (name: string, declarations: readonly Declaration[]): string =>
  [...new Set(declarations.map((declaration) => kindOfOne(name, declaration)))].join(' and ');

const kindOfOne = (name: string, node: Declaration): string => {
  if (ts.isClassDeclaration(node)) {
    return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword) ? 'abstract class' : 'class';
  }
  if (ts.isInterfaceDeclaration(node)) return 'interface';
  if (ts.isTypeAliasDeclaration(node)) return 'type';
  const isFunction = ts.isFunctionDeclaration(node) || isFunctionVariable(node);
  if (!isFunction) return 'constant';
  return /^[A-Z]/.test(name) ? 'decorator' : 'function';
};

const isFunctionVariable = (node: Declaration): boolean => {
  if (!ts.isVariableDeclaration(node) || !node.initializer) return false;
  let value = node.initializer;
  while (ts.isParenthesizedExpression(value) || ts.isAsExpression(value)) value = value.expression;
  if (ts.isCallExpression(value)) return value.expression.getText() === 'createParamDecorator';
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value);
};
