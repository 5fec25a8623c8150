import { useMemo, useState } from 'react';
import type { JsonBody } from 'toolgate/http/client';
import { Button } from './button.js';
import { usePrinted, useUnfolded } from './use-unfolded.js';
import { VisibleParts, VisibleText } from './visible-text.js';
import {
  canonicalLines,
  foldedAtFirst,
  type JsonLine,
  type JsonToken,
  MANY_LINES,
  seenLines,
} from '../present/canonical-json.js';
import { startOf } from '../present/start-of.js';
import { useLanguage, useTexts } from '../texts/texts.js';

const NONE: ReadonlySet<number> = new Set();

/** A value as canonical JSON. Objects and lists of many lines are folded, and so is the rest after 200 lines. */
export const JsonView = ({ value }: { readonly value: JsonBody }) => {
  const { locale, texts } = useLanguage();
  const lines = useMemo(() => canonicalLines(value), [value]);
  const isPrinted = usePrinted();
  const [folds, setFolded] = useState(() => foldedAtFirst(lines));
  const folded = isPrinted ? NONE : folds;
  const [isWhole, setWhole] = useUnfolded();
  const seen = useMemo(() => seenLines(lines, folded), [lines, folded]);
  const shown = isWhole ? seen : seen.slice(0, MANY_LINES);
  const toggle = (index: number): void => {
    const next = new Set(folded);
    if (!next.delete(index)) next.add(index);
    setFolded(next);
  };
  return (
    <div className="json">
      <pre>
        {shown.map((index) => (
          <Line
            key={index}
            line={lines[index]!}
            index={index}
            lines={lines}
            isFolded={folded.has(index)}
            onToggle={toggle}
          />
        ))}
      </pre>
      {shown.length < seen.length && (
        <Button size="small" className="no-print" onClick={() => setWhole(true)}>
          {texts.card.showAllLines(new Intl.NumberFormat(locale).format(seen.length))}
        </Button>
      )}
    </div>
  );
};

interface LineProps {
  readonly line: JsonLine;
  readonly index: number;
  readonly lines: readonly JsonLine[];
  readonly isFolded: boolean;
  readonly onToggle: (index: number) => void;
}

const Line = ({ line, index, lines, isFolded, onToggle }: LineProps) => {
  const { card } = useTexts();
  const { closedAt } = line;
  const size = closedAt === undefined ? 0 : closedAt - index - 1;
  const isFoldable = lines.length >= MANY_LINES && size > 3;
  return (
    <span className="json-line" style={{ paddingInlineStart: `${line.indent * 2}ch` }}>
      <Tokens tokens={line.tokens} />
      {isFoldable && (
        <button
          type="button"
          className="json-fold"
          aria-expanded={!isFolded}
          aria-label={isFolded ? undefined : card.fold}
          onClick={() => onToggle(index)}
        >
          {isFolded ? card.lines(String(size)) : '–'}
        </button>
      )}
      {isFolded && closedAt !== undefined && <Tokens tokens={lines[closedAt]!.tokens} />}
      {'\n'}
    </span>
  );
};

const Tokens = ({ tokens }: { readonly tokens: JsonLine['tokens'] }) => (
  <>
    {tokens.map((token, index) => (
      <Token key={index} token={token} />
    ))}
  </>
);

const LONG_TOKEN = 2000;
const SHOWN_OF_TOKEN = 400;

/** A name, a value or a mark. A very long string is folded at first. */
const Token = ({ token }: { readonly token: JsonToken }) => {
  const { card } = useTexts();
  const [isWhole, setWhole] = useUnfolded();
  if (!('parts' in token)) return <span className={`json-${token.type}`}>{token.text}</span>;
  const isFolded = !isWhole && token.text.length > LONG_TOKEN;
  return (
    <span className={`json-${token.type}`}>
      {isFolded ? (
        <VisibleText text={startOf(token.text, SHOWN_OF_TOKEN)} isPiece />
      ) : (
        <VisibleParts parts={token.parts} />
      )}
      {isFolded && (
        <button type="button" className="json-fold no-print" onClick={() => setWhole(true)}>
          … {card.showWholeText}
        </button>
      )}
    </span>
  );
};
