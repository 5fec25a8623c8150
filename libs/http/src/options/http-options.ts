import type { ExternalApplication } from './external-application.js';
import type { InboxOptions } from '../inbox/options/inbox-options.js';

/** The options of `ApprovalsHttpModule`. */
export interface ApprovalsHttpOptions {
  /**
   * The origins of the pages that may write, such as `https://inbox.example.com`. Required behind a proxy that the
   * application does not trust, because a request then does not name its own origin.
   * @default the origin of the request itself
   */
  readonly origins?: readonly string[];
  /** The times of `GET …/changes`. */
  readonly changes?: ChangesOptions;
  /** The applications whose calls people decide here. They need the option `external`. */
  readonly applications?: readonly ExternalApplication[];
}

/** The times of the streams of changes, in milliseconds. */
export interface ChangesOptions {
  /** How often a silent connection receives a comment, so that no proxy closes it. @default 15,000 */
  readonly heartbeatMs?: number;
  /** How long a reader may take nothing before the connection is closed. The client connects again. @default 30,000 */
  readonly drainMs?: number;
  /**
   * How long a connection lasts. The client connects again and is authenticated again, so a revoked session ends then
   * at the latest.
   * @default 300,000
   */
  readonly maxConnectionMs?: number;
}

/** The options of `ApprovalsHttpModule` that must be known when the module is created. */
export interface ApprovalsHttpExtras {
  /** The path of the door, after the global prefix of the application. @default 'approvals' */
  readonly path?: string;
  /** The page on which people decide, at `<path>/inbox`; `true` serves it with the default of each option. @default off */
  readonly inbox?: boolean | InboxOptions;
  /** Whether the door serves `<path>/external`, where `applications` request, claim and report calls. @default false */
  readonly external?: boolean;
}
