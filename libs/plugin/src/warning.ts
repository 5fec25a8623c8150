import { relative } from 'node:path';
import type ts from 'typescript';

/** A parameter or property that the plugin cannot describe. */
export interface Warning {
  readonly node: ts.Node;
  /** The class and its method or property, with the parameter. */
  readonly label: string;
  readonly problem: string;
  readonly remedy: string;
}

/** Receives each warning once for each time that its file is compiled. */
export type Warn = (warning: Warning) => void;

/**
 * Prints a warning beside the compiler's own messages. It does not go through the compiler, because the Nest CLI stops
 * the build for every message of the compiler.
 */
export function printWarning({ node, label, problem, remedy }: Warning): void {
  const file = node.getSourceFile();
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
  const place = `${relative(process.cwd(), file.fileName)}:${line + 1}:${character + 1}`;
  process.stderr.write(`${place} - warning toolgate/plugin: ${label}: ${problem}. ${remedy}\n`);
}
