import { SEAM } from 'toolgate/model';
import type { PublishedChange } from './approval-change.js';

/**
 * Carries changes from the process that wrote them to its subscribers. Provide one in any module to carry them to other
 * processes too.
 */
export abstract class ApprovalChangeFeed {
  static readonly [SEAM]: string = 'ApprovalChangeFeed';

  /**
   * Whether subscribers receive the changes of every process. Then a reader that follows a run waits for its change, and
   * seldom reads the run without one.
   * @default false
   */
  readonly isShared?: boolean;

  /** Whether any listener receives changes now. If it returns false, nothing is published. @default true */
  isListening?(): boolean;

  /** Receives each change after the store has saved it. A failure is logged and changes nothing. */
  abstract publish(change: PublishedChange): void | Promise<void>;

  /**
   * Calls the listener with each published change, until the returned function is called. A feed that may have lost
   * changes calls it with `{ kind: 'reset' }`.
   */
  abstract subscribe(listener: (change: PublishedChange) => void): () => void;
}
