import { Observable } from 'rxjs';
import type { StreamPart } from 'toolgate/model';
import { type TurnOutcome, turnOutcome } from './turn-outcome.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';

/** Reads the parts of a live turn from an index on, in lists. */
export type FollowTurn = (from: number, signal: AbortSignal) => AsyncIterable<readonly StreamPart[]>;

/** A live turn as its readers see it, in any process. */
export class FollowedTurn {
  constructor(
    readonly runId: string,
    private readonly follow: FollowTurn,
  ) {}

  /**
   * Emits the parts of the turn from an index on, as they arrive: 0 is the first part. Any number of readers may follow,
   * and a reader that leaves only detaches. The last part of a turn without an answer is `suspended` or `error`.
   */
  parts(from = 0): Observable<StreamPart> {
    return new Observable<StreamPart>((subscriber) => {
      const left = new AbortController();
      let isOver = false;
      const pump = async (): Promise<void> => {
        for await (const parts of this.read(left.signal, from)) for (const part of parts) subscriber.next(part);
        isOver = true;
        subscriber.complete();
      };
      pump().catch((error: unknown) => subscriber.error(error));
      // The reason of an abort costs as much as a short turn.
      return () => {
        if (!isOver) left.abort();
      };
    });
  }

  /** Yields the same parts in lists, as they arrive, until the signal aborts. */
  read(left: AbortSignal, from = 0): AsyncIterable<readonly StreamPart[]> {
    if (Number.isSafeInteger(from) && from >= 0) return this.follow(from, left);
    throw new TypeError(`A live turn cannot be read from part ${from} on. Pass a whole number from 0 on.`);
  }
}

/** A live turn that this process runs: the server reads it, whether or not a client follows. */
export class LiveTurn extends FollowedTurn {
  constructor(
    runId: string,
    follow: FollowTurn,
    private readonly turn: { readonly end: Promise<ChatClientResponse>; readonly opened: () => Promise<void> },
  ) {
    super(runId, follow);
  }

  /** Resolves when the readers of every process find the turn, or when its log has failed. */
  get opened(): Promise<void> {
    return this.turn.opened();
  }

  /** Returns how the turn ended. Rejects if it failed or was aborted. */
  outcome(): Promise<TurnOutcome> {
    return turnOutcome(this.turn.end);
  }
}
