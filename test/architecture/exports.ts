import ts from 'typescript';
import { doors, indexOf } from './door-files.js';

const { config } = ts.readConfigFile('tsconfig.json', (file) => ts.sys.readFile(file));
const { options } = ts.convertCompilerOptionsFromJson((config as { compilerOptions: unknown }).compilerOptions, '.');
const program = ts.createProgram(doors.map(indexOf), options);
const checker = program.getTypeChecker();

/** A name at a door. */
export interface ExportedName {
  readonly name: string;
  /** Whether it also exists at run time. */
  readonly isValue: boolean;
  readonly comment: string;
}

/** Returns the exports of a door, by name. */
export const exportsOf = (door: string): readonly ExportedName[] =>
  checker
    .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(indexOf(door))!)!)
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
