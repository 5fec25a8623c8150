import { visibleParts } from '../present/visible-text.js';

// A row shows less, and a long text takes time to read through.
const LONGEST = 300;

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** A text of a stranger in one line: characters that a person would not see are marked, and none changes its direction. */
export const OneLine = ({ text }: { readonly text: string }) => (
  <bdi>
    {visibleParts(cut(text)).map((part, index) =>
      part.kind === 'plain' ? (
        part.text
      ) : part.kind === 'space' ? (
        ' '
      ) : (
        <mark key={index} className="row-hidden" title={part.name}>
          {part.kind === 'lookalike' ? part.text : '�'}
        </mark>
      ),
    )}
  </bdi>
);

/** The same for a label, which cannot contain marks. */
export const lineOf = (text: string): string =>
  visibleParts(cut(text))
    .map((part) => (part.kind === 'plain' || part.kind === 'lookalike' ? part.text : part.kind === 'space' ? ' ' : '�'))
    .join('');
