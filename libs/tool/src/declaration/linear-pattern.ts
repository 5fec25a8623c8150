import { RE2JS } from 're2js';
import { re2Syntax } from './re2-syntax.js';

/** A pattern of a schema, which takes time in proportion to the text. */
export interface LinearPattern {
  readonly test: (text: string) => boolean;
}

/**
 * Compiles a pattern; undefined where it needs an engine that backtracks.
 * @throws SyntaxError if it is not a regular expression
 */
export function compilePattern(source: string): LinearPattern | undefined {
  const { source: checked } = new RegExp(source, 'u');
  try {
    return RE2JS.compile(re2Syntax(checked));
  } catch {
    return undefined;
  }
}

/** The patterns that are left to a library are found to match, because the library checks the value again. */
const LEFT_TO_A_LIBRARY: LinearPattern = { test: () => true };

/**
 * Compiles a pattern of a schema whose own patterns have been refused where they cannot be run: what still cannot is a
 * library's, which checks it itself.
 * @throws SyntaxError if it is not a regular expression
 */
export function patternOf(source: string): LinearPattern {
  return compilePattern(source) ?? LEFT_TO_A_LIBRARY;
}
