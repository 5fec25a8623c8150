import { SEAM } from 'toolgate/model';

/** Says which sessions an index forgets. Asked when a session is used, and never by a timer; a provider under its token takes the place of ours. */
export abstract class ToolIndexEvictionStrategy {
  static readonly [SEAM]: string = 'ToolIndexEvictionStrategy';

  /** A session is used: gives those to forget now. One that is named itself is indexed anew. */
  abstract onAccess(sessionId: string): readonly string[];

  /** A session was forgotten, for whatever reason. */
  abstract onRemoved(sessionId: string): void;
}
