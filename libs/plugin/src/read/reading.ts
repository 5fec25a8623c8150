import type ts from 'typescript';
import type { TypeScript } from '../options/load-typescript.js';
import type { PluginOptions } from '../options/plugin-options.js';

/** Everything that is needed to read a program. */
export interface Reading {
  readonly ts: TypeScript;
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly options: Required<PluginOptions>;
}
