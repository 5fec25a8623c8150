import type { AgUiEvent } from './ag-ui-event.js';

type Kind = 'text' | 'reasoning';

/** The text or the reasoning that the client receives at present. There is one at a time. */
export class OpenMessage {
  private kind: Kind | undefined;
  private messageId = '';

  constructor(private readonly emit: (event: AgUiEvent) => void) {}

  /** Sends a piece, and ends the message before it if that is another one. */
  write(kind: Kind, messageId: string, delta: string): void {
    if (delta === '') return;
    if (this.kind !== kind || this.messageId !== messageId) {
      this.end();
      this.start(kind, messageId);
    }
    this.emit({ type: kind === 'text' ? 'TEXT_MESSAGE_CONTENT' : 'REASONING_MESSAGE_CONTENT', messageId, delta });
  }

  /** Ends the message, if there is one. */
  end(): void {
    const { kind, messageId } = this;
    this.kind = undefined;
    if (kind === 'text') this.emit({ type: 'TEXT_MESSAGE_END', messageId });
    if (kind !== 'reasoning') return;
    this.emit({ type: 'REASONING_MESSAGE_END', messageId });
    this.emit({ type: 'REASONING_END', messageId });
  }

  private start(kind: Kind, messageId: string): void {
    this.kind = kind;
    this.messageId = messageId;
    if (kind === 'text') return this.emit({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' });
    this.emit({ type: 'REASONING_START', messageId });
    this.emit({ type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' });
  }
}
