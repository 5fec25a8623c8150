import { SeamException } from 'toolgate/tool';
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
}

/** The times of the streams of changes, in milliseconds. */
export interface ChangesOptions {
  /** How often a silent connection receives a comment, so that no proxy closes it. @default 15,000 */
  readonly heartbeatMs?: number;
  /** How long a reader may take nothing before the connection is closed. The client connects again. @default 30,000 */
  readonly drainMs?: number;
  /**
   * How long a connection lasts. The client connects again and is authenticated anew, so a revoked session ends at the
   * latest then.
   * @default 300,000
   */
  readonly maxConnectionMs?: number;
}

/** The options that must be known when the module is created. */
export interface ApprovalsHttpExtras {
  /** The path of the door, after the global prefix of the application. @default 'approvals' */
  readonly path?: string;
  /** The page on which people decide, at `<path>/inbox`; `true` serves it with the default of each option. @default off */
  readonly inbox?: boolean | InboxOptions;
}

const NAMES = ['origins', 'changes'];

const EXTRAS = ['path', 'inbox'];

const CHANGES_NAMES = ['heartbeatMs', 'drainMs', 'maxConnectionMs'];

// A Node timer with a longer delay fires at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const OWNER = 'ApprovalsHttpModule';

const PATH = /^[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*$/;

/** Returns the options. Throws `SeamException` for an unknown or invalid one. */
export const checkOptions = (options: ApprovalsHttpOptions): ApprovalsHttpOptions => {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new SeamException(`${OWNER} received no options object. Pass one, or {}.`);
  }
  const unknown = Object.keys(options).find((name) => !NAMES.includes(name));
  if (unknown !== undefined && EXTRAS.includes(unknown)) {
    throw new SeamException(
      `${OWNER}.forRootAsync() received ${unknown} from its factory. Pass ${unknown} beside useFactory.`,
    );
  }
  if (unknown !== undefined) {
    throw new SeamException(
      `${OWNER} does not know the option ${unknown}. There are: ${[...EXTRAS, ...NAMES].join(', ')}.`,
    );
  }
  const { origins, changes } = options;
  assertOrigins(origins);
  assertChanges(changes);
  return { ...(origins && { origins: [...origins] }), ...(changes && { changes: statedTimes(changes) }) };
};

// An absent time has its default value.
const statedTimes = (changes: ChangesOptions): ChangesOptions =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

const assertOrigins = (origins: unknown): void => {
  if (origins === undefined) return;
  if (!Array.isArray(origins)) throw new SeamException(`The option origins of ${OWNER} must be a list of origins.`);
  for (const origin of origins as readonly unknown[]) assertOrigin(origin);
};

const assertChanges = (changes: unknown): void => {
  if (changes === undefined) return;
  if (typeof changes !== 'object' || changes === null) {
    throw new SeamException(`The option changes of ${OWNER} must be an object. Pass { ${CHANGES_NAMES.join(', ')} }.`);
  }
  for (const [name, value] of Object.entries(changes)) {
    if (!CHANGES_NAMES.includes(name)) {
      throw new SeamException(
        `The option changes of ${OWNER} has no property ${name}. There are: ${CHANGES_NAMES.join(', ')}.`,
      );
    }
    const fits = value === undefined || (typeof value === 'number' && value > 0 && value <= LONGEST_TIMER_MS);
    if (fits) continue;
    throw new SeamException(
      `The option changes.${name} of ${OWNER} is invalid. Pass milliseconds above 0, at most ${LONGEST_TIMER_MS}.`,
    );
  }
};

const assertOrigin = (origin: unknown): void => {
  if (typeof origin === 'string' && URL.canParse(origin) && new URL(origin).origin === origin) return;
  throw new SeamException(
    `The option origins of ${OWNER} contains ${JSON.stringify(origin)}, which is not an origin. Pass scheme, host and port, such as "https://inbox.example.com".`,
  );
};

/** Returns a path without slashes around it. Throws `SeamException` for one that is empty or has other characters. */
export const checkPath = (path: unknown): string => {
  const plain = typeof path === 'string' ? path.replace(/^\/|\/$/g, '') : '';
  if (PATH.test(plain)) return plain;
  throw new SeamException(
    `The option path of ${OWNER} is ${JSON.stringify(path)}. Pass a path of letters, digits and "-", such as "approvals" or "admin/approvals".`,
  );
};
