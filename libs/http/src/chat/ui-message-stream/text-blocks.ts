import type { DeltaPart } from 'toolgate/model';
import type { UiMessageChunk } from './ui-message-chunk.js';

interface Block {
  readonly kind: 'text' | 'reasoning';
  /** The id that the model gave. */
  readonly source: string;
  readonly id: string;
}

/**
 * The texts of a message: each has a start, deltas and an end. One text is open at a time, so a page sees at once that
 * the model has stopped thinking. An id of the model that comes back after another part begins a new text.
 */
export class TextBlocks {
  private open: Block | undefined = undefined;
  private count = 0;

  /** Adds the chunks of a piece of text. */
  add({ type, id: source, delta }: DeltaPart, round: number, chunks: UiMessageChunk[]): void {
    const kind = type === 'text-delta' ? 'text' : 'reasoning';
    if (this.open?.kind !== kind || this.open.source !== source) {
      this.close(chunks);
      // Models repeat their ids in each round.
      this.open = { kind, source, id: `${round}-${this.count++}` };
      chunks.push({ type: `${kind}-start`, id: this.open.id });
    }
    chunks.push({ type, id: this.open.id, delta });
  }

  /** Adds the end of the open text, if there is one. */
  close(chunks: UiMessageChunk[]): void {
    const { open } = this;
    if (!open) return;
    this.open = undefined;
    chunks.push({ type: `${open.kind}-end`, id: open.id });
  }
}
