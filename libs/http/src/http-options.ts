import { SeamException } from 'toolgate/tool';

/** The options of `ApprovalsHttpModule`. */
export interface ApprovalsHttpOptions {
  /**
   * The origins of the pages that may write with a cookie, such as `https://inbox.example.com`. Required behind a proxy
   * that the application does not trust, because a request then does not name its own origin.
   * @default the origin of the request itself
   */
  readonly origins?: readonly string[];
}

/** The option that is known when the module is made. */
export interface ApprovalsHttpExtras {
  /** The path of the door, after the global prefix of the application. @default 'approvals' */
  readonly path?: string;
}

const NAMES = ['origins'];

const OWNER = 'ApprovalsHttpModule';

const PATH = /^[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*$/;

/** Returns the options. Throws `SeamException` for an unknown or invalid one. */
export const checkOptions = (options: ApprovalsHttpOptions): ApprovalsHttpOptions => {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new SeamException(`${OWNER} received no options object. Pass one, or {}.`);
  }
  const unknown = Object.keys(options).find((name) => !NAMES.includes(name));
  if (unknown === 'path') {
    throw new SeamException(`${OWNER}.forRootAsync() received the path from its factory. Pass path beside useFactory.`);
  }
  if (unknown !== undefined) {
    throw new SeamException(`${OWNER} does not know the option ${unknown}. There are: path, ${NAMES.join(', ')}.`);
  }
  const { origins } = options;
  if (origins === undefined) return {};
  if (!Array.isArray(origins)) throw new SeamException(`The option origins of ${OWNER} must be a list of origins.`);
  for (const origin of origins as readonly unknown[]) assertOrigin(origin);
  return { origins: [...(origins as readonly string[])] };
};

const assertOrigin = (origin: unknown): void => {
  if (typeof origin === 'string' && URL.canParse(origin) && new URL(origin).origin === origin) return;
  throw new SeamException(
    `The option origins of ${OWNER} contains ${JSON.stringify(origin)}, which is no origin. Pass scheme, host and port, such as "https://inbox.example.com".`,
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
