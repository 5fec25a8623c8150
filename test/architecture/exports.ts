import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

/** Every room with a folder. */
export const rooms = readdirSync('libs').sort();

/** Where a room's door is. */
export const indexOf = (room: string): string => resolve('libs', room, 'src/index.ts');

const { config } = ts.readConfigFile('tsconfig.json', (file) => ts.sys.readFile(file));
const { options } = ts.convertCompilerOptionsFromJson((config as { compilerOptions: unknown }).compilerOptions, '.');
const program = ts.createProgram(rooms.map(indexOf), options);
const checker = program.getTypeChecker();

/** A name at a room's door. */
export interface ExportedName {
  readonly name: string;
  /** Whether it is there at run time, too. */
  readonly isValue: boolean;
  readonly comment: string;
}

/** What a room exports, by name. */
export const exportsOf = (room: string): readonly ExportedName[] =>
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
