import { SEAM } from 'toolgate/model';

/** Says which sessions an index forgets. Asked when a session is used, and never by a timer; a provider under its token takes the place of ours. */
export abstract class ToolIndexEvictionStrategy {
  static readonly [SEAM]: string = 'ToolIndexEvictionStrategy';

  /** A turn of a session begins, or searches: gives those to forget now. One that is named itself as its turn begins is indexed anew, and stays. */
  abstract onAccess(sessionId: string): readonly string[];

  /** A session was forgotten, for whatever reason. */
  abstract onRemoved(sessionId: string): void;
}
