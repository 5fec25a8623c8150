const HEX = '[\\da-fA-F]';
const ESCAPE = [
  `\\\\u[dD][89abAB]${HEX}{2}\\\\u[dD][c-fC-F]${HEX}{2}`,
  `\\\\u\\{${HEX}+\\}`,
  `\\\\u${HEX}{4}`,
  '\\\\c[a-zA-Z]',
  '\\\\[pP]\\{[^}]*\\}',
  '\\\\[^]',
].join('|');
const INSIDE_A_CLASS = new RegExp(`${ESCAPE}|[^]`, 'uy');
const OUTSIDE = new RegExp(`${ESCAPE}|\\[\\^?\\]?|\\(\\?<(?![=!])[^>]*>|[^]`, 'uy');

const SPACES =
  '\\t-\\r\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const OTHERS =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';

/** Tokens that RE2 reads differently, or does not know, outside character classes. */
const TOKENS: Readonly<Record<string, string>> = {
  '.': '[^\\n\\r\\x{2028}\\x{2029}]',
  '[^]': '[\\x{0}-\\x{10ffff}]',
  '[]': '[^\\x{0}-\\x{10ffff}]',
  '\\s': `[${SPACES}]`,
  '\\S': `[${OTHERS}]`,
  '\\0': '\\x{0}',
};

/** The same inside a character class. */
const CLASS_TOKENS: Readonly<Record<string, string>> = {
  '[': '\\[',
  '\\s': SPACES,
  '\\S': OTHERS,
  '\\b': '\\x{8}',
  '\\0': '\\x{0}',
};

/**
 * Converts a JavaScript regular expression, valid with the flag `u`, to the syntax of RE2; groups lose their names.
 * Unsupported syntax, such as look-around, is unchanged and does not compile in RE2.
 */
export function re2Syntax(source: string): string {
  let written = '';
  let isInClass = false;
  for (let index = 0; index < source.length;) {
    const tokens: RegExp = isInClass ? INSIDE_A_CLASS : OUTSIDE;
    tokens.lastIndex = index;
    const [token]: readonly string[] = tokens.exec(source)!;
    index += token.length;
    written += (isInClass ? CLASS_TOKENS : TOKENS)[token] ?? (token.startsWith('(?<') ? '(' : codeOf(token));
    isInClass = isInClass ? token !== ']' : token === '[' || token === '[^';
  }
  return written;
}

/** Converts an escape of a character, or of a Unicode property, to RE2. */
function codeOf(token: string): string {
  const [, property, name] = /^\\([pP])\{(?:Script|sc|General_Category|gc)=(.*)\}$/u.exec(token) ?? [];
  if (property) return `\\${property}{${name}}`;
  if (token.startsWith('\\c')) return hex(token.charCodeAt(2) % 32);
  if (!token.startsWith('\\u')) return token;
  const codes = token
    .split('\\u')
    .slice(1)
    .map((code) => Number.parseInt(code.replace('{', ''), 16));
  return hex(String.fromCodePoint(...codes).codePointAt(0)!);
}

const hex = (code: number): string => `\\x{${code.toString(16)}}`;
