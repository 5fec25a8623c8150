import type { MaybePromise } from '#core';
import { SEAM, type StreamPart } from 'toolgate/model';
import type { ConversationKey } from './conversation-key.js';

/** The owner of a live turn. */
export interface LiveTurnOwner {
  readonly tenant: string;
  readonly conversation?: string;
  /** The id of the requester. Absent if the application identifies none. */
  readonly requester?: string;
}

/** A turn that is opened for writing. */
export interface OpenedTurn extends LiveTurnOwner {
  /** 0 for a new turn; each attempt to resume a run has a higher number. */
  readonly attempt: number;
  /** Called once after an abort was requested, in any process. */
  readonly onAbort: () => void;
}

/** A live turn in a `TurnLog`. */
export interface LoggedTurn extends LiveTurnOwner {
  readonly runId: string;
  readonly attempt: number;
  /** The index of the first part of this attempt. */
  readonly begin: number;
  /** `false` after the end of the attempt. */
  readonly isOpen: boolean;
}

/** Writes one attempt of a turn. Every method rejects after a later attempt was opened. */
export interface TurnLogWriter {
  /** Adds parts. No further call is made before the promise settles, so a log may delay it to receive larger lists. */
  append(parts: readonly StreamPart[]): MaybePromise<void>;
  /** Ends the attempt. Its readers receive the parts that are left, and end. */
  end(): MaybePromise<void>;
  /** Gives the turn up before its end: its readers receive a `LiveTurnException` with the problem `lost`. */
  release(): MaybePromise<void>;
}

/**
 * An iterator over the parts of a turn, in lists as they arrive. A reader leaves by `return()`, which also ends a step
 * that waits for parts.
 */
export interface PartLists extends AsyncIterator<readonly StreamPart[], unknown> {
  [Symbol.asyncIterator](): PartLists;
}

/**
 * The seam that stores the parts of live turns for their readers, in any process. A log whose process may be lost
 * renews a lease for each writer; after the lease has expired, a reader receives a `LiveTurnException` with the problem
 * `lost`.
 */
export abstract class TurnLog {
  static readonly [SEAM]: string = 'TurnLog';

  /** Opens an attempt of a turn after the parts of earlier attempts. Rejects if a later attempt was opened before. */
  abstract open(run: string, turn: OpenedTurn): MaybePromise<TurnLogWriter>;
  /** Returns a turn; undefined if the log does not have it, or no longer. */
  abstract find(run: string): MaybePromise<LoggedTurn | undefined>;
  /**
   * Yields the parts of a turn from an index on, in lists, as they are added; ends after the end of the turn. Throws
   * `LiveTurnException` if the turn is not in the log (`not-found`) or was given up (`lost`).
   */
  abstract read(run: string, from: number): PartLists;
  /** Returns the id of the turn of a conversation that was opened last, while it is open. */
  abstract active(conversation: ConversationKey): MaybePromise<string | undefined>;
  /** Requests that the process that runs a turn ends it. Returns `false` if no open turn has this id. */
  abstract requestAbort(run: string): MaybePromise<boolean>;
  /** Called when the application stops, after its turns have ended. */
  close?(): MaybePromise<void>;
}
