import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const rooms = readdirSync('libs').sort();
const indexOf = (room: string): string => resolve('libs', room, 'src/index.ts');

const { config } = ts.readConfigFile('tsconfig.json', (file) => ts.sys.readFile(file));
const { options } = ts.convertCompilerOptionsFromJson((config as { compilerOptions: unknown }).compilerOptions, '.');
const program = ts.createProgram(rooms.map(indexOf), options);
const checker = program.getTypeChecker();

interface ExportedName {
  readonly name: string;
  /** Whether it is there at run time, too. */
  readonly isValue: boolean;
  readonly comment: string;
}

const exportsOf = (room: string): readonly ExportedName[] =>
  checker
    .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(indexOf(room))!)!)
    .map((symbol) => {
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const isTypeOnly = symbol.declarations?.some(ts.isTypeOnlyExportDeclaration) ?? false;
      return {
        name: symbol.name,
        isValue: !isTypeOnly && (target.flags & ts.SymbolFlags.Value) !== 0,
        comment: ts.displayPartsToString(target.getDocumentationComment(checker)),
      };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));

const namesOf = (names: readonly ExportedName[], isValue: boolean): readonly string[] =>
  names.filter((name) => name.isValue === isValue).map(({ name }) => name);

describe.each(rooms)('the door of %s', (room) => {
  const names = exportsOf(room);

  it('exports what it has promised', () => {
    expect({ values: namesOf(names, true), types: namesOf(names, false) }).toMatchSnapshot();
  });

  it('has at run time what its types say', async () => {
    const door = (await import(indexOf(room))) as object;
    expect(Object.keys(door).sort()).toEqual(namesOf(names, true));
  });

  it('says of each export what it is for', () => {
    expect(names.filter(({ comment }) => comment === '').map(({ name }) => name)).toEqual([]);
  });
});
