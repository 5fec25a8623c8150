const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * Returns the end of the token that begins at `at` in JavaScript source: a comment, a string, a template, a regular
 * expression, a whole bracketed group, a word, or one character. Returns the source's length if the token is incomplete.
 */
export function skipToken(source: string, at: number): number {
  const char = source.charAt(at);
  if (source.startsWith('//', at)) return orEnd(source, source.indexOf('\n', at), 1);
  if (source.startsWith('/*', at)) return orEnd(source, source.indexOf('*/', at + 2), 2);
  if (char === '"' || char === "'") return skipQuoted(source, at + 1, char);
  if (char === '`') return skipTemplate(source, at + 1);
  if (char === '/' && isRegularExpression(source, at)) return skipRegularExpression(source, at + 1);
  if (char in CLOSING) return skipGroup(source, at);
  const word = /[\p{ID_Continue}$\\#]+/uy;
  word.lastIndex = at;
  return word.test(source) ? word.lastIndex : at + 1;
}

/** Returns whether a comment or white space begins at `at`. */
export function isBlank(source: string, at: number): boolean {
  return /\s/u.test(source.charAt(at)) || source.startsWith('//', at) || source.startsWith('/*', at);
}

function skipGroup(source: string, start: number): number {
  const closing = CLOSING[source.charAt(start)];
  let at = start + 1;
  while (at < source.length && source.charAt(at) !== closing) at = skipToken(source, at);
  return Math.min(at + 1, source.length);
}

function skipQuoted(source: string, start: number, quote: string): number {
  let at = start;
  while (at < source.length && source.charAt(at) !== quote) at += source.charAt(at) === '\\' ? 2 : 1;
  return Math.min(at + 1, source.length);
}

function skipTemplate(source: string, start: number): number {
  let at = start;
  while (at < source.length && source.charAt(at) !== '`') {
    if (source.charAt(at) === '\\') at += 2;
    else if (source.startsWith('${', at)) at = skipGroup(source, at + 1);
    else at += 1;
  }
  return Math.min(at + 1, source.length);
}

function skipRegularExpression(source: string, start: number): number {
  let inClass = false;
  let at = start;
  for (; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) break;
  }
  return Math.min(at + 1, source.length);
}

/** A slash is a division after a value, and begins a regular expression everywhere else. */
function isRegularExpression(source: string, at: number): boolean {
  const before = withoutTrailingBlanks(source.slice(0, at));
  return (
    !/[\p{ID_Continue}$)\]}"'`]$/u.test(before) ||
    /\b(?:return|typeof|in|of|void|delete|await|yield|case)$/u.test(before)
  );
}

function withoutTrailingBlanks(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed.endsWith('*/') ? withoutTrailingBlanks(trimmed.slice(0, trimmed.lastIndexOf('/*'))) : trimmed;
}

function orEnd(source: string, found: number, length: number): number {
  return found === -1 ? source.length : found + length;
}
