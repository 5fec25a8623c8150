import { cut } from '../present/line-of.js';
import { visibleParts } from '../present/visible-text.js';

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
