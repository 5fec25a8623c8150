import { Fragment } from 'react';
import { type TextPart, visibleParts } from '../present/visible-text.js';

/** A text of the model or of a person, on which every character that a reader would miss is marked. */
export const VisibleText = ({ text, isPiece = false }: { readonly text: string; readonly isPiece?: boolean }) => (
  <VisibleParts parts={visibleParts(text, { isPiece })} />
);

/** The parts of a text. It is isolated, so that its direction changes nothing beside it. */
export const VisibleParts = ({ parts }: { readonly parts: readonly TextPart[] }) => (
  <bdi className="visible-text">
    {parts.map((part, index) =>
      part.kind === 'plain' ? <Fragment key={index}>{part.text}</Fragment> : <MarkedPart key={index} part={part} />,
    )}
  </bdi>
);

const MarkedPart = ({ part }: { readonly part: Exclude<TextPart, { kind: 'plain' }> }) => {
  const { kind, text, name } = part;
  if (kind === 'lookalike') {
    return (
      <mark className="marked marked-lookalike" title={name}>
        {text}
      </mark>
    );
  }
  if (kind !== 'space') {
    return (
      <mark className={`marked marked-${kind}`} title={name} role="img" aria-label={name}>
        {name.slice(name.lastIndexOf('U+'))}
      </mark>
    );
  }
  // A line end needs no sign: the line ends.
  if (text === '\n' || text === '\r\n') return <>{'\n'}</>;
  if (text === '\t') return <>{'\t'}</>;
  return (
    <span className="marked-space" title={name}>
      {text.replace(/./gu, '·')}
    </span>
  );
};
