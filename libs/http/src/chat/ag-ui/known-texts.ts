/** A text as far as a turn has repeated it, and whether the text of the client begins in the same way. */
interface Repeated {
  readonly text: string;
  readonly isSame: boolean;
}

const NOTHING: Repeated = { text: '', isSame: true };

/** The texts of messages that the client has, and that a turn repeats from their beginnings. */
export class KnownTexts {
  private readonly repeated = new Map<string, Repeated>();

  constructor(private readonly texts: ReadonlyMap<string, string>) {}

  has(id: string): boolean {
    return this.texts.has(id);
  }

  /** Returns the rest of a piece of text that the client does not have; undefined if the client has another text. */
  unseen(id: string, piece: string): string | undefined {
    const known = this.texts.get(id) ?? '';
    const before = this.repeated.get(id) ?? NOTHING;
    const at = before.text.length;
    if (at >= known.length) return piece;
    // Only the piece is compared, because an answer has thousands of them.
    const isSame = before.isSame && (known.startsWith(piece, at) || piece.startsWith(known.slice(at)));
    this.repeated.set(id, { text: before.text + piece, isSame });
    return isSame ? piece.slice(known.length - at) : undefined;
  }

  /** Returns whether the client has more of a text than the turn has repeated. */
  isLonger(id: string): boolean {
    return this.repeated.has(id) && this.repeatedOf(id).length < (this.texts.get(id) ?? '').length;
  }

  /** Returns a text as far as the turn has repeated it. */
  repeatedOf(id: string): string {
    return this.repeated.get(id)?.text ?? '';
  }
}
