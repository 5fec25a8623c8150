import { RE2JS } from 're2js';
import { re2Syntax } from './re2-syntax.js';

/** A pattern of a schema that matches in linear time. */
export interface LinearPattern {
  readonly test: (text: string) => boolean;
}

/**
 * Compiles a pattern; returns undefined if it needs a backtracking engine.
 * @throws SyntaxError if the source is not a regular expression
 */
export function compilePattern(source: string): LinearPattern | undefined {
  const { source: checked } = new RegExp(source, 'u');
  try {
    return RE2JS.compile(re2Syntax(checked));
  } catch {
    return undefined;
  }
}

/** A pattern that a library validates itself always matches here. */
const LEFT_TO_A_LIBRARY: LinearPattern = { test: () => true };

/**
 * Compiles a pattern of a schema. The application's patterns that need backtracking were rejected before, so a remaining
 * one belongs to a library, which validates it itself.
 * @throws SyntaxError if the source is not a regular expression
 */
export function patternOf(source: string): LinearPattern {
  return compilePattern(source) ?? LEFT_TO_A_LIBRARY;
}
