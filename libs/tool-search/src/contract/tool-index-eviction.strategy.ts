import { SEAM } from 'toolgate/model';

/**
 * Decides which sessions an index evicts. Called when a session is used, never by a timer. A provider under this token
 * replaces the built-in strategy.
 */
export abstract class ToolIndexEvictionStrategy {
  static readonly [SEAM]: string = 'ToolIndexEvictionStrategy';

  /**
   * Called when a turn of a session begins or searches; returns the sessions to evict now. A session that is returned
   * when its own turn begins is indexed again.
   */
  abstract onAccess(sessionId: string): readonly string[];

  /** Called after a session was evicted, for any reason. */
  abstract onRemoved(sessionId: string): void;
}
