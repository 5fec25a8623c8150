import { SEAM } from 'toolgate/model';

/**
 * Notifies the readers of a `TurnLog` that a turn has more parts, so that they read them at once. Provide one in any
 * module to reach the readers of other processes.
 */
export abstract class LiveTurnFeed {
  static readonly [SEAM]: string = 'LiveTurnFeed';

  /** Whether subscribers learn of the turns of every process. If so, readers seldom poll the log. @default false */
  readonly isShared?: boolean;

  /** Reports that the log has more parts of a turn. It must not throw. */
  abstract publish(run: string): void;

  /**
   * Calls the listener with the id of each published turn, until the returned function is called. If the feed may have
   * lost ids, it calls the listener without an id, because any turn may have more parts.
   */
  abstract subscribe(listener: (run?: string) => void): () => void;
}
