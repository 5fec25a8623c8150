import { SeamException } from 'toolgate/tool';
import type { InboxOptions } from './inbox-options.js';

const OWNER = 'ApprovalsHttpModule';

// An error shows at most this many characters of a value.
const SHOWN = 100;

interface Check {
  readonly fits: (value: unknown) => boolean;
  readonly remedy: string;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const matches =
  (...patterns: readonly RegExp[]) =>
  (value: unknown): boolean =>
    typeof value === 'string' && patterns.some((pattern) => pattern.test(value));

// Two slashes, or a slash and a backslash, begin the address of another host.
const PATH = /^\/(?![/\\])[^\s\\]*$/;
const PATH_WITHOUT_QUERY = /^\/(?![/\\])[^\s\\?#]*$/;
const IMAGE = /^data:image\/[\w.+-]+[;,]/;

const isToken = (value: unknown): boolean => {
  if (!isRecord(value) || Object.keys(value).some((name) => name !== 'storage' && name !== 'key')) return false;
  const { storage, key } = value as { readonly storage?: unknown; readonly key?: unknown };
  return (storage === 'local' || storage === 'session') && isText(key);
};

// A semicolon or a comma would begin another directive or another policy.
const isAncestor = (value: unknown): boolean =>
  value === 'self' ||
  (typeof value === 'string' &&
    /^https?:\/\/[^*;,\s]+$/.test(value) &&
    URL.canParse(value) &&
    new URL(value).origin === value);

const CHECKS: Readonly<Record<keyof InboxOptions, Check>> = {
  name: { fits: isText, remedy: 'Pass the name of the application, such as "Acme orders".' },
  color: { fits: matches(/^#(?:[\da-f]{3}|[\da-f]{6})$/i), remedy: 'Pass a CSS hex color, such as "#0b5fff".' },
  logo: {
    fits: matches(PATH, IMAGE),
    remedy: 'Pass a path on the same host, such as "/logo.svg", or an image such as "data:image/svg+xml;base64,…".',
  },
  language: { fits: (value) => value === 'en' || value === 'de', remedy: 'Pass "en" or "de".' },
  texts: {
    fits: (value) => isRecord(value) && Object.values(value).every(isText),
    remedy: 'Pass texts by their keys, such as { "app.title": "Refunds" }.',
  },
  signIn: {
    fits: matches(PATH_WITHOUT_QUERY),
    remedy: 'Pass a path on the same host without a query, such as "/login".',
  },
  token: { fits: isToken, remedy: 'Pass the place of the token, such as { storage: "local", key: "access-token" }.' },
  frameAncestors: {
    fits: (value) => Array.isArray(value) && value.every(isAncestor),
    remedy: 'Pass a list of origins, such as ["self", "https://intranet.example.com"].',
  },
};

/** Returns the options of the inbox, or undefined if it is off. Throws `SeamException` for an unknown or invalid one. */
export const checkInbox = (inbox: unknown): InboxOptions | undefined => {
  if (inbox === undefined || inbox === false) return undefined;
  if (inbox === true) return {};
  if (!isRecord(inbox)) {
    throw new SeamException(
      `The option inbox of ${OWNER} is ${shown(inbox)}. Pass true, or an object with its options.`,
    );
  }
  const stated = Object.entries(inbox).filter(([, value]) => value !== undefined);
  for (const [name, value] of stated) assertOption(name, value);
  return Object.fromEntries(stated);
};

const assertOption = (name: string, value: unknown): void => {
  if (!Object.hasOwn(CHECKS, name)) {
    throw new SeamException(
      `The option inbox of ${OWNER} has no property ${name}. There are: ${Object.keys(CHECKS).join(', ')}.`,
    );
  }
  const { fits, remedy } = CHECKS[name as keyof InboxOptions];
  if (fits(value)) return;
  throw new SeamException(`The option inbox.${name} of ${OWNER} is ${shown(value)}. ${remedy}`);
};

const shown = (value: unknown): string => (JSON.stringify(value) ?? typeof value).slice(0, SHOWN);

/** Throws `SeamException` for a text that the page does not have, or that contains a value and cannot be replaced. */
export const assertTexts = ({ texts = {} }: InboxOptions, known: Readonly<Record<string, string>>): void => {
  const unknown = Object.keys(texts).find((key) => !Object.hasOwn(known, key));
  if (unknown === undefined) return;
  throw new SeamException(
    `The option inbox.texts of ${OWNER} has the key ${shown(unknown)}, which the page does not have. Use a key of toolgate/dist/inbox/texts.json.`,
  );
};
