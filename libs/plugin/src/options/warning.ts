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

/** Receives each warning of a build. */
export type Warn = (warning: Warning) => void;

/**
 * Returns a function that prints each warning once, beside the compiler's own messages: some builders compile a file
 * twice. Warnings do not go through the compiler, because the Nest CLI stops the build for every message of it.
 */
export function warningPrinter(): Warn {
  const printed = new Set<string>();
  return (warning) => {
    const line = lineOf(warning);
    if (!printed.has(line)) process.stderr.write(`${line}\n`);
    printed.add(line);
  };
}

function lineOf({ node, label, problem, remedy }: Warning): string {
  const file = node.getSourceFile();
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
  const place = `${relative(process.cwd(), file.fileName)}:${line + 1}:${character + 1}`;
  return `${place} - warning toolgate/plugin: ${label}: ${problem}. ${remedy}`;
}
