import { visibleParts } from '../present/visible-text.js';

// A row shows less, and a long text takes time to read through.
const LONGEST = 300;

/** A text of a stranger in one line: characters that a person would not see are marked, and none changes its direction. */
export const OneLine = ({ text }: { readonly text: string }) => (
  <bdi>
    {visibleParts(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text).map((part, index) =>
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
