/** One event of a stream of server-sent events. */
export interface ServerSentEvent {
  /** @default 'message' */
  readonly event: string;
  readonly data: string;
}

/** An event that is longer than this number of characters ends the stream with an error. */
const MAX_EVENT = 1_000_000;

const LINE_END = /\r\n|\r|\n/;

/** Parses server-sent events. The bytes may be cut anywhere, also inside a character or a line end. */
export class ServerSentEventParser {
  private readonly decoder = new TextDecoder();
  private line = '';
  private isAfterCarriageReturn = false;
  private event = '';
  private data: string[] = [];
  private size = 0;

  /** Returns the events that these bytes complete. Throws `RangeError` for an event that is too long. */
  push(bytes: Uint8Array): readonly ServerSentEvent[] {
    const text = this.decoder.decode(bytes, { stream: true });
    if (text === '') return [];
    // The line already ended with the last character of the text before.
    const isRestOfLineEnd = this.isAfterCarriageReturn && text.startsWith('\n');
    this.isAfterCarriageReturn = text.endsWith('\r');
    const [first = '', ...others] = (isRestOfLineEnd ? text.slice(1) : text).split(LINE_END);
    const events: ServerSentEvent[] = [];
    this.add(first);
    for (const next of others) {
      const event = this.endLine();
      if (event) events.push(event);
      this.add(next);
    }
    return events;
  }

  private add(text: string): void {
    this.line += text;
    this.size += text.length;
    if (this.size > MAX_EVENT) throw new RangeError(`An event of the stream is longer than ${MAX_EVENT} characters.`);
  }

  private endLine(): ServerSentEvent | undefined {
    const { line } = this;
    this.line = '';
    if (line === '') return this.endEvent();
    const colon = line.indexOf(':');
    // A line that begins with a colon is a comment.
    if (colon === 0) this.size -= line.length;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') this.event = value;
    if (name === 'data') this.data.push(value);
    return undefined;
  }

  private endEvent(): ServerSentEvent | undefined {
    const { event, data } = this;
    this.event = '';
    this.data = [];
    this.size = 0;
    return data.length === 0 ? undefined : { event: event || 'message', data: data.join('\n') };
  }
}
