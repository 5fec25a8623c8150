import {
  type Declared,
  type Kind,
  SeamException,
  checkOption,
  checkOptions as check,
  group,
  listOf,
  option,
  recordOf,
  switchGroup,
  timerMs,
  yesOrNo,
} from '#core';
import { INBOX } from '../inbox/options/options.js';
import type { ApprovalsHttpExtras, ApprovalsHttpOptions, ChangesOptions } from './http-options.js';

const PATH = /^[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*$/;

const plainPath = (path: string): string => path.replace(/^\/|\/$/g, '');

const path: Kind = {
  fits: (value) => typeof value === 'string' && PATH.test(plainPath(value)),
  pass: 'a path of letters, digits and "-", such as "approvals" or "admin/approvals"',
  read: String,
};

const origin: Kind = {
  fits: (value) => typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value,
  pass: 'an origin: scheme, host and port, such as "https://inbox.example.com"',
  read: String,
};

/** The times of the streams of changes. */
const CHANGES = {
  heartbeatMs: option(timerMs, 'how often a silent connection receives a comment', 15_000),
  drainMs: option(timerMs, 'how long a reader may take nothing', 30_000),
  maxConnectionMs: option(timerMs, 'how long a connection lasts', 300_000),
} satisfies Declared<ChangesOptions>;

/** The usual times of a stream. */
export const STREAM_TIMES = {
  heartbeatMs: CHANGES.heartbeatMs.default,
  drainMs: CHANGES.drainMs.default,
  maxConnectionMs: CHANGES.maxConnectionMs.default,
};

const EXTRAS = {
  path: option(path, 'the path of the door', 'approvals'),
  inbox: switchGroup(INBOX),
  external: option(yesOrNo, 'whether other applications are served', false),
} satisfies Declared<ApprovalsHttpExtras>;

const HTTP = {
  ...EXTRAS,
  origins: option(
    listOf(() => true, 'a list of origins'),
    'the origins of the pages that may write',
    'the origin of the request',
  ),
  changes: group(CHANGES),
  applications: option(
    listOf(() => true, 'a list of applications'),
    'the applications whose calls people decide',
  ),
} satisfies Declared<ApprovalsHttpOptions & ApprovalsHttpExtras>;

const PLACE = { owner: 'ApprovalsHttpModule', error: SeamException };

/** Returns the options. Throws `SeamException` for an unknown or invalid one. */
export const checkOptions = (options: ApprovalsHttpOptions): ApprovalsHttpOptions => {
  const extra = Object.keys(recordOf(options)).find((name) => Object.hasOwn(EXTRAS, name));
  if (extra !== undefined) {
    throw new SeamException(
      `ApprovalsHttpModule.forRootAsync() received ${extra} from its factory. Pass ${extra} beside useFactory.`,
    );
  }
  const { origins, changes, applications } = check(options, HTTP, PLACE);
  origins?.forEach((entry, index) => checkOption(`origins[${index}]`, entry, origin, PLACE));
  return {
    ...(origins && { origins: [...origins] }),
    ...(changes && { changes: statedTimes(changes) }),
    ...(applications && { applications }),
  };
};

// An absent time has its default value.
const statedTimes = (changes: ChangesOptions): ChangesOptions =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** Returns a path without slashes around it. Throws `SeamException` for one that is empty or has other characters. */
export const checkPath = (given: string): string => {
  checkOption('path', given, path, PLACE);
  return plainPath(given);
};

/** Returns whether other applications are served. Throws `SeamException` for a value that is not a boolean. */
export const checkExternal = (given: unknown): boolean => {
  checkOption('external', given, EXTRAS.external, PLACE);
  return given === true;
};
