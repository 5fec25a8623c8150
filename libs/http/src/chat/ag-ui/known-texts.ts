/** The texts of messages that the client has, and that a turn repeats from their beginnings. */
export class KnownTexts {
  private readonly repeated = new Map<string, string>();

  constructor(private readonly texts: ReadonlyMap<string, string>) {}

  has(id: string): boolean {
    return this.texts.has(id);
  }

  /** Returns the rest of a piece of text that the client does not have; undefined if the client has another text. */
  unseen(id: string, piece: string): string | undefined {
    const known = this.texts.get(id) ?? '';
    const before = this.repeatedOf(id);
    if (before.length >= known.length) return piece;
    const text = before + piece;
    this.repeated.set(id, text);
    return text.startsWith(known) || known.startsWith(text) ? text.slice(known.length) : undefined;
  }

  /** Returns whether the client has more of a text than the turn has repeated. */
  isLonger(id: string): boolean {
    return this.repeated.has(id) && this.repeatedOf(id).length < (this.texts.get(id) ?? '').length;
  }

  /** Returns a text as far as the turn has repeated it. */
  repeatedOf(id: string): string {
    return this.repeated.get(id) ?? '';
  }
}
