import { GrowingJson } from './growing-json.js';

/** A piece of an answer that is JSON, or was JSON up to its error. */
export interface JsonSpan {
  readonly json: GrowingJson;
  readonly start: number;
  readonly end: number;
}

const NAMES = 'thinking|think|reasoning';
const OPENING = new RegExp(`^<(${NAMES})(?:\\s[^<>]*)?>$`, 'iu');
const CLOSING = new RegExp(`^</(?:${NAMES})\\s*>$`, 'iu');
const FENCE = new RegExp(`^\`\`\`\\s*(?:${NAMES})\\s*$`, 'iu');
const MAX_MARKER = 200;
const TICKS = /^`*$/u;
// More than the ticks of a fence, and few enough to be read again at each further one.
const MOST_TICKS = 4;

/**
 * Finds the JSON objects and lists in an answer while it is written, among other text: greetings, fences, thinking.
 * Each character is read once.
 */
export class JsonFinder {
  /** The longest complete span. */
  longest?: JsonSpan;
  /** The longest span with an error. */
  broken?: JsonSpan;
  /** The position where the last thinking section began, or ended. */
  thinkingBegan?: number;
  thinkingEnded = 0;
  private reading?: { readonly json: GrowingJson; readonly start: number };
  private marker = '';
  private closer = '';
  private tail = '';
  private offset = 0;

  constructor(private readonly hidesThinking = true) {}

  /** Continues with more text. */
  feed(text: string): void {
    let at = 0;
    while (at < text.length) {
      if (this.reading) at = this.readJson(this.reading, text, at);
      else at = this.closer ? this.readThinking(text, at) : this.readProse(text, at);
    }
    this.offset += text.length;
  }

  /** Returns the span that is still open at the end of the text so far. */
  open(): JsonSpan | undefined {
    return this.reading && { ...this.reading, end: this.offset };
  }

  /** Returns the likely answer so far: the longest complete span, or an open span that is longer. */
  current(): GrowingJson | undefined {
    const open = this.open();
    return open ? longer(this.longest, open).json : this.longest?.json;
  }

  private readJson(reading: NonNullable<JsonFinder['reading']>, text: string, from: number): number {
    const { json, start } = reading;
    const at = json.read(text, from);
    if (json.status === 'open') return at;
    const span = { json, start, end: this.offset + at };
    if (json.status === 'complete') this.longest = longer(this.longest, span);
    else this.broken = longer(this.broken, span);
    this.reading = undefined;
    return at;
  }

  private readProse(text: string, at: number): number {
    const char = text.charAt(at);
    if (char === '{' || char === '[') {
      this.marker = '';
      this.reading = { json: new GrowingJson(), start: this.offset + at };
      return at;
    }
    if (char === '<') this.marker = char;
    else if (char === '`') this.marker = TICKS.test(this.marker) ? (this.marker + char).slice(0, MOST_TICKS) : char;
    else if (this.marker) this.readMarker(char, this.offset + at + 1);
    return at + 1;
  }

  private readMarker(char: string, after: number): void {
    const marker = this.marker + char;
    const isFence = marker.startsWith('```');
    const isTag = marker.startsWith('<');
    this.marker = (isFence || isTag) && marker.length <= MAX_MARKER ? marker : '';
    if (isFence && char === '\n') this.endMarker(FENCE.test(marker) ? '```' : '', after);
    else if (marker === '<!--') this.endMarker('-->', after);
    else if (isTag && char === '>') {
      const [, name = ''] = OPENING.exec(marker) ?? [];
      // Some models omit the opening tag of their thinking: the text before such an end was thinking too.
      if (CLOSING.test(marker)) this.forget(after);
      this.endMarker(name && `</${name.toLowerCase()}>`, after);
    }
  }

  private endMarker(closer: string, after: number): void {
    this.marker = '';
    if (!closer || !this.hidesThinking) return;
    this.closer = closer;
    this.tail = '';
    this.thinkingBegan = after;
  }

  private forget(after: number): void {
    this.longest = undefined;
    this.broken = undefined;
    this.thinkingEnded = after;
  }

  private readThinking(text: string, from: number): number {
    const { closer } = this;
    const found = text.indexOf(closer.slice(-1), from);
    const at = found < 0 ? text.length : found + 1;
    this.tail = (this.tail + text.slice(Math.max(from, at - closer.length), at)).slice(-closer.length).toLowerCase();
    if (this.tail !== closer) return at;
    this.closer = '';
    this.thinkingBegan = undefined;
    this.thinkingEnded = this.offset + at;
    return at;
  }
}

const longer = (a: JsonSpan | undefined, b: JsonSpan): JsonSpan => (a && a.end - a.start >= b.end - b.start ? a : b);
