import { readJson } from '#core';
import type { JsonValue } from 'toolgate/model';

interface GrowingText {
  text: string;
  readonly isKey: boolean;
  /** The part of an escape sequence that has been read. */
  escape: string;
  /** Whether the text ends with the first half of a surrogate pair. */
  isHalf: boolean;
}

interface Level {
  readonly container: JsonValue[] | Record<string, JsonValue>;
  key: string;
  size: number;
}

type Expected = 'value' | 'item-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end';

const ESCAPE = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{0,4})$/u;
// Deeper than any intended answer: each shown value is copied level by level.
const MAX_DEPTH = 500;

/**
 * Reads one object or list of JSON text piece by piece, each character once, and returns its incomplete value at any
 * time. Texts, objects and lists grow; a number or a word appears once it is complete.
 */
export class GrowingJson {
  status: 'open' | 'complete' | 'broken' = 'open';
  /** Increases with every visible change. */
  changes = 0;
  private readonly levels: Level[] = [];
  private root: JsonValue = null;
  private expected: Expected = 'value';
  private string?: GrowingText;
  private word = '';

  /**
   * Continues at a position in a text, and returns the position where it stopped: after the end, or at the first
   * character that is not JSON.
   */
  read(text: string, from: number): number {
    let at = from;
    while (at < text.length && this.status === 'open') at = this.step(text, at);
    return at;
  }

  /** Returns the value so far; complete values are shared with earlier results. */
  value(): JsonValue {
    if (this.status === 'complete') return this.root;
    let inner: JsonValue | undefined;
    if (this.string && !this.string.isKey) inner = shownText(this.string);
    for (const { container, key } of this.levels.toReversed()) {
      const copy = Array.isArray(container) ? [...container] : { ...container };
      if (inner !== undefined) put(copy, key, inner);
      inner = copy;
    }
    return inner ?? null;
  }

  /** Returns the number of entries that a copy of the open containers costs. */
  width(): number {
    return this.levels.reduce((sum, { size }) => sum + size, 0);
  }

  /** Returns the current position in the value as a JSON pointer. */
  path(): string {
    const steps = this.levels.map(({ container, key }) => (Array.isArray(container) ? container.length : key));
    return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  }

  private step(text: string, at: number): number {
    const { string } = this;
    if (string) return string.escape ? this.readEscape(string, text, at) : this.readString(string, text, at);
    if (this.word) return this.readWord(text, at);
    const char = text.charAt(at);
    if (' \n\r\t'.includes(char)) return at + 1;
    return this.readMark(char) ? at + 1 : this.broken(at);
  }

  private readMark(char: string): boolean {
    const { expected } = this;
    switch (expected) {
      case 'colon':
        this.expected = 'value';
        return char === ':';
      case 'comma-or-end':
        if (char === ',') this.expected = Array.isArray(this.levels.at(-1)?.container) ? 'value' : 'key';
        return char === ',' || this.close(char);
      case 'key':
      case 'key-or-end':
        if (char === '"') this.string = { text: '', isKey: true, escape: '', isHalf: false };
        return char === '"' || (expected === 'key-or-end' && this.close(char));
      default:
        return this.begin(char) || (expected === 'item-or-end' && this.close(char));
    }
  }

  private begin(char: string): boolean {
    if (char === '{' || char === '[') {
      if (this.levels.length === MAX_DEPTH) return false;
      this.levels.push({ container: char === '{' ? {} : [], key: '', size: 0 });
      this.expected = char === '{' ? 'key-or-end' : 'item-or-end';
    } else if (char === '"') this.string = { text: '', isKey: false, escape: '', isHalf: false };
    else if (/[-\dtfn]/u.test(char)) this.word = char;
    else return false;
    if (!this.word) this.changes += 1;
    return true;
  }

  private close(char: string): boolean {
    const level = this.levels.at(-1);
    if (!level || char !== (Array.isArray(level.container) ? ']' : '}')) return false;
    this.levels.pop();
    this.end(level.container);
    return true;
  }

  private end(value: JsonValue): void {
    const level = this.levels.at(-1);
    this.expected = 'comma-or-end';
    if (level) {
      put(level.container, level.key, value);
      level.key = '';
      level.size += 1;
    } else {
      this.root = value;
      this.status = 'complete';
    }
  }

  private readString(string: GrowingText, text: string, from: number): number {
    let at = from;
    let code = text.charCodeAt(at);
    while (at < text.length && code !== 34 && code !== 92 && code >= 32) code = text.charCodeAt(++at);
    if (at > from) this.grow(string, text.slice(from, at));
    if (at === text.length) return at;
    if (code < 32) return this.broken(at);
    if (code === 92) string.escape = '\\';
    else this.endString(string);
    return at + 1;
  }

  private grow(string: GrowingText, added: string): void {
    string.text += added;
    string.isHalf = (added.charCodeAt(added.length - 1) & 0xfc00) === 0xd800;
    if (!string.isKey) this.changes += 1;
  }

  private endString({ text, isKey }: GrowingText): void {
    this.string = undefined;
    if (!isKey) return this.end(text);
    const level = this.levels.at(-1);
    if (level) level.key = text;
    this.expected = 'colon';
  }

  private readEscape(string: GrowingText, text: string, at: number): number {
    const escape = string.escape + text.charAt(at);
    if (!ESCAPE.test(escape)) return this.broken(at);
    const isWhole = escape.length === (escape[1] === 'u' ? 6 : 2);
    string.escape = isWhole ? '' : escape;
    if (isWhole) this.grow(string, JSON.parse(`"${escape}"`));
    return at + 1;
  }

  private readWord(text: string, from: number): number {
    let at = from;
    while (at < text.length && /[-+.\w]/u.test(text.charAt(at))) at += 1;
    this.word += text.slice(from, at);
    if (at === text.length) return at;
    const value = readJson(this.word);
    if (value === undefined) return this.broken(at);
    this.word = '';
    this.changes += 1;
    this.end(value);
    return at;
  }

  private broken(at: number): number {
    this.status = 'broken';
    return at;
  }
}

// Checking a growing text as a whole would cost its length for each piece.
const shownText = ({ text, isHalf }: GrowingText): string => (isHalf ? text.slice(0, -1) : text);

const put = (container: Level['container'], key: string, value: JsonValue): void => {
  if (Array.isArray(container)) container.push(value);
  // The key would set the prototype of the shown value; the final value is validated on its own.
  else if (key !== '__proto__') container[key] = value;
};
