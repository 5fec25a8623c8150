import { bytesOf, ignore } from '#core';
import type { StreamPart } from 'toolgate/model';
import type { LoggedTurn, OpenedTurn } from '../contract/turn-log.js';
import { LiveTurnException } from '../errors/live-turn.errors.js';
import { MemoryTurnReader, type ReadableParts } from './memory-turn-reader.js';

const BYTES_OF_A_PART = 150;

/** A turn of an `InMemoryTurnLog`: its parts, and the readers that wait for more of them. */
export class MemoryTurn implements ReadableParts {
  bytes = 0;
  isOpen = true;
  lost: LiveTurnException | undefined = undefined;
  readonly readers = new Set<MemoryTurnReader>();
  private begin = 0;
  private readonly parts: StreamPart[] = [];

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
    this.lost = undefined;
    this.begin = this.parts.length;
  }

  add(parts: readonly StreamPart[]): void {
    for (const part of parts) {
      this.parts.push(part);
      this.bytes += sizeOf(part);
    }
    this.wake();
  }

  close(isLost = false): void {
    this.isOpen = false;
    if (isLost) this.lost = LiveTurnException.lost(this.runId);
    // The callback refers to the whole turn, and the log keeps only its parts.
    this.opened = { ...this.opened, onAbort: ignore };
    this.wake();
  }

  /** Calls `onAbort`, once for each attempt. */
  abort(): void {
    const { onAbort } = this.opened;
    this.opened = { ...this.opened, onAbort: ignore };
    onAbort();
  }

  describe(): LoggedTurn {
    const { runId, attempt, begin, isOpen } = this;
    const { tenant, conversation, requester } = this.opened;
    return { runId, tenant, conversation, requester, attempt, begin, isOpen };
  }

  read(from: number): MemoryTurnReader {
    return new MemoryTurnReader(this, from);
  }

  partsFrom(from: number): readonly StreamPart[] {
    return this.parts.length > from ? this.parts.slice(from) : NONE;
  }

  private wake(): void {
    for (const reader of this.readers) reader.wake();
  }
}

const NONE: readonly StreamPart[] = [];

const sizeOf = (part: StreamPart): number =>
  BYTES_OF_A_PART + ('delta' in part && !('providerMetadata' in part) ? part.delta.length : bytesOf(part));
