import { bytesOf, ignore } from '#core';
import type { StreamPart } from 'toolgate/model';
import type { LoggedTurn, OpenedTurn } from '../contract/turn-log.js';
import { LiveTurnException } from '../errors/live-turn.errors.js';

const BYTES_OF_A_PART = 150;

/** A turn of an `InMemoryTurnLog`: its parts, and the readers that wait for the next one. */
export class MemoryTurn {
  bytes = 0;
  isOpen = true;
  private isLost = false;
  private isAborted = false;
  private begin = 0;
  private readonly parts: StreamPart[] = [];
  private readonly waiting = new Set<() => void>();
  private isWaking = false;
  private readonly wake = (): void => {
    this.isWaking = false;
    for (const wake of this.waiting) wake();
  };

  constructor(
    readonly runId: string,
    private opened: OpenedTurn,
  ) {}

  get attempt(): number {
    return this.opened.attempt;
  }

  /** Begins a further attempt, after the parts of the earlier ones. */
  reopen(opened: OpenedTurn): void {
    this.opened = opened;
    this.isOpen = true;
    this.isLost = false;
    this.isAborted = false;
    this.begin = this.parts.length;
    this.wakeSoon();
  }

  add(parts: readonly StreamPart[]): void {
    for (const part of parts) {
      this.parts.push(part);
      this.bytes += sizeOf(part);
    }
    this.wakeSoon();
  }

  close(isLost = false): void {
    this.isOpen = false;
    this.isLost ||= isLost;
    this.wakeSoon();
  }

  /** Informs the writer, once for each attempt. */
  abort(): void {
    if (this.isAborted) return;
    this.isAborted = true;
    this.opened.onAbort();
  }

  describe(): LoggedTurn {
    const { runId, attempt, begin, isOpen } = this;
    const { tenant, conversation, requester } = this.opened;
    return { runId, tenant, conversation, requester, attempt, begin, isOpen };
  }

  async *read(from: number, signal?: AbortSignal): AsyncGenerator<readonly StreamPart[], void, void> {
    let wake = ignore;
    const leave = (): void => wake();
    signal?.addEventListener('abort', leave, { once: true });
    try {
      let next = from;
      for (;;) {
        if (signal?.aborted) return;
        if (this.parts.length > next) {
          const parts = this.parts.slice(next);
          next += parts.length;
          yield parts;
        } else if (this.isLost) {
          throw LiveTurnException.lost(this.runId);
        } else if (!this.isOpen) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
            this.waiting.add(resolve);
          });
          this.waiting.delete(wake);
        }
      }
    } finally {
      this.waiting.delete(wake);
      signal?.removeEventListener('abort', leave);
    }
  }

  // Once for all parts of one turn of the event loop, so that a reader receives few, long lists.
  private wakeSoon(): void {
    if (this.isWaking || this.waiting.size === 0) return;
    this.isWaking = true;
    setImmediate(this.wake);
  }
}

const sizeOf = (part: StreamPart): number =>
  BYTES_OF_A_PART + ('delta' in part && !('providerMetadata' in part) ? part.delta.length : bytesOf(part));
