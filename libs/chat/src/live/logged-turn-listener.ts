import type { MaybePromise } from '#core';
import type { ErrorPart, StreamPart } from 'toolgate/model';
import type { TurnListener } from '../contract/turn-listener.js';
import { errorPart } from './error-part.js';
import type { TurnWriter } from './turn-writer.js';

/** How an attempt without an answer ends in the log. */
export interface AttemptEnd {
  /** `release`: another attempt follows, and the readers wait for it. */
  readonly how: 'end' | 'release';
  /** The error that the readers receive. Absent if the turn was suspended, or if another attempt follows. */
  readonly kind?: ErrorPart['kind'];
}

/** Writes the parts and the end of a turn to its log. */
export class LoggedTurnListener implements TurnListener {
  constructor(
    private readonly writer: TurnWriter,
    private readonly endOf: (error: unknown) => AttemptEnd,
  ) {}

  /** Settles after the log has opened the turn, or has failed to. */
  get opened(): MaybePromise<void> {
    return this.writer.opened;
  }

  part(part: StreamPart): void {
    this.writer.part(part);
  }

  resolve(): void {
    this.writer.close('end');
  }

  reject(error: unknown): void {
    const { how, kind } = this.endOf(error);
    if (kind) this.writer.part(errorPart(kind));
    this.writer.close(how);
  }
}
