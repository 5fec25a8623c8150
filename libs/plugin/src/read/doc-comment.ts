import type ts from 'typescript';
import type { Reading } from './reading.js';

/** Returns the summary of a declaration's doc comment, or the `@param` text of a parameter; undefined without one. */
export function docComment({ ts, checker, options }: Reading, symbol: ts.Symbol | undefined): string | undefined {
  if (!options.comments || !symbol) return undefined;
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return joinLines(text.replace(/^\s*-\s+/, '')) || undefined;
}

/** Joins the lines of each paragraph, because comments are broken at the width of the source. */
function joinLines(text: string): string {
  const paragraphs = text.split(/\r?\n\s*\r?\n/).map((paragraph) => paragraph.replace(/\s+/g, ' ').trim());
  return paragraphs.filter(Boolean).join('\n\n');
}
