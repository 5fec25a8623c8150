/** One part of a message with one statement. */
export interface Clause {
  readonly words: string;
  /** The text of an e-mail. */
  readonly text?: string;
}

const LEAD = '(?:saying|to say|that says|with the text|telling (?:her|him|them)(?: that)?|that)';
const QUOTED = new RegExp(`(?:,?\\s*\\b${LEAD})?[:,]?\\s*"([^"]+\\s[^"]+)"`, 'gi');
const BOUNDARY = /[!?;\n]+|\.(?=\s|$)|,(?!\d)|&|\b(?:and|then|also|plus)\b/i;
const NEXT_COMMAND =
  '(?:[.!?]|,?(?: and| then)+),?\\s+(?=(?:please )?(?:refund|cancel|exchange|find|look|list|show|e-?mail)\\b)';
const SAYING = new RegExp(
  '(\\b(?:e-?mail|mail|write|notify|inform|message|tell|let)\\b(?! (?:me|us)\\b(?!@)).*?)' +
    `(?:,? ${LEAD}\\b:?|:)\\s+(?!«)(\\S.*?)(${NEXT_COMMAND}|$)`,
  'gis',
);

const normalised = (message: string): string =>
  message
    .replaceAll(/[“”„]/g, '"')
    .replaceAll('’', "'")
    .replaceAll(/[‐‑–]/g, '-')
    .replaceAll(/\bno\.? ?(?=#?[a-z]-?\d{4}\b)/gi, '');

/**
 * Splits a message into clauses. The text of an e-mail stays whole: quoted text, or the text after `saying`, `that` or
 * a colon, up to the next command.
 */
export const splitMessage = (message: string): readonly Clause[] => {
  const texts: string[] = [];
  const keep = (text: string) => `«${texts.push(text.replaceAll('"', '').trim()) - 1}»`;
  const outline = normalised(message)
    .replaceAll(QUOTED, (_, text: string) => ` ${keep(text)}`)
    .replaceAll(SAYING, (_, before: string, text: string, end: string) => `${before} ${keep(text)}${end}`);
  return outline.split(BOUNDARY).flatMap((part) => {
    const text = texts[Number(/«(\d+)»/.exec(part)?.[1])];
    const words = part
      .replaceAll(/«\d+»|"/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    return words || text ? [{ words, text }] : [];
  });
};
