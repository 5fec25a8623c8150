import type ts from 'typescript';

/** Names classes of the application in the code that the plugin writes. */
export interface TypeReferences {
  /** Returns an expression whose value is the class; undefined if the written code cannot reach it. */
  refer(type: ts.Symbol): ts.Expression | undefined;
}
