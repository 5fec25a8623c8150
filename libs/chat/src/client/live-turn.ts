import type { MaybePromise } from '#core';
import { Observable } from 'rxjs';
import type { StreamPart } from 'toolgate/model';
import { type TurnOutcome, turnOutcome } from './turn-outcome.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import type { PartLists } from '../contract/turn-log.js';

/** Reads the parts of a live turn from an index on. */
type FollowTurn = (from: number) => PartLists;

/** A live turn as its readers see it, in any process. */
export class FollowedTurn {
  constructor(
    readonly runId: string,
    private readonly follow: FollowTurn,
    /** The conversation of a turn that `follow()` has found; undefined if it has none, and for one that `live()` has started. */
    readonly conversation?: string,
  ) {}

  /**
   * Emits the parts of the turn from an index on, as they arrive: 0 is the first part. Any number of readers may follow,
   * and a reader that leaves only detaches. The last part of a turn without an answer is `suspended` or `error`.
   */
  parts(from = 0): Observable<StreamPart> {
    return new Observable<StreamPart>((subscriber) => {
      const lists = this.read(from);
      const pump = async (): Promise<void> => {
        for await (const parts of lists) for (const part of parts) subscriber.next(part);
        subscriber.complete();
      };
      pump().catch((error: unknown) => subscriber.error(error));
      return () => void lists.return?.();
    });
  }

  /** Returns the same parts in lists, as they arrive. */
  read(from = 0): PartLists {
    if (Number.isSafeInteger(from) && from >= 0) return this.follow(from);
    throw new TypeError(`A live turn cannot be read from part ${from} on. Pass a whole number from 0 on.`);
  }
}

/** A live turn that this process runs: the server reads it, whether or not a client follows. */
export class LiveTurn extends FollowedTurn {
  constructor(
    runId: string,
    follow: FollowTurn,
    private readonly turn: { readonly end: Promise<ChatClientResponse>; readonly opened: MaybePromise<void> },
  ) {
    super(runId, follow);
  }

  /** Resolves when the readers of every process can find the turn, or when its log has failed. */
  get opened(): Promise<void> {
    return Promise.resolve(this.turn.opened);
  }

  /** Returns how the turn ended. Rejects if it failed or was aborted. */
  outcome(): Promise<TurnOutcome> {
    return turnOutcome(this.turn.end);
  }
}
