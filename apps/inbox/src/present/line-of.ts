import { startOf } from './start-of.js';
import { visibleParts } from './visible-text.js';

// A row shows less, and a long text takes time to read through.
const LONGEST = 300;

export const cut = (text: string): string => (text.length > LONGEST ? `${startOf(text, LONGEST)}…` : text);

/** A text of a stranger as one line of a label, which cannot contain marks. */
export const lineOf = (text: string): string =>
  visibleParts(cut(text))
    .map((part) => (part.kind === 'plain' || part.kind === 'lookalike' ? part.text : part.kind === 'space' ? ' ' : '�'))
    .join('');
