import {
  checkOptions,
  type Declared,
  isObject,
  type Kind,
  listOf,
  oneOf,
  option,
  quote,
  SeamException,
  switchGroup,
} from '#core';
import type { InboxOptions } from './inbox-options.js';

const PLACE = { owner: 'ApprovalsHttpModule', error: SeamException };

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const matches =
  (...patterns: readonly RegExp[]) =>
  (value: unknown): boolean =>
    typeof value === 'string' && patterns.some((pattern) => pattern.test(value));

// Two slashes begin the address of another host, and a browser reads a backslash as a slash.
const PATH = /^\/(?!\/)[^\s\\]*$/;
const PATH_WITHOUT_QUERY = /^\/(?!\/)[^\s\\?#]*$/;
const IMAGE = /^data:image\/[\w.+-]+[;,]/;

const isToken = (value: unknown): boolean => {
  if (!isObject(value) || Object.keys(value).some((name) => name !== 'storage' && name !== 'key')) return false;
  const { storage, key } = value;
  return (storage === 'local' || storage === 'session') && isText(key);
};

// A semicolon or a comma would begin another directive or another policy.
const isAncestor = (value: unknown): boolean =>
  value === 'self' ||
  (typeof value === 'string' &&
    /^https?:\/\/[^*;,\s]+$/.test(value) &&
    URL.canParse(value) &&
    new URL(value).origin === value);

const textLike = (fits: (value: unknown) => boolean, pass: string): Kind => ({ fits, pass, read: String });

/** The options of the inbox. */
export const INBOX = {
  name: option(textLike(isText, 'the name of the application, such as "Acme orders"'), 'the name of the application'),
  color: option(
    textLike(matches(/^#(?:[\da-f]{3}|[\da-f]{6})$/i), 'a CSS hex color, such as "#0b5fff"'),
    'the color of buttons and links',
  ),
  logo: option(
    textLike(
      matches(PATH, IMAGE),
      'a path on the same host, such as "/logo.svg", or an image such as "data:image/svg+xml;base64,…"',
    ),
    'the logo',
  ),
  language: option(oneOf('en', 'de'), 'the language of the page', "the browser's"),
  texts: option(
    {
      fits: (value) => isObject(value) && Object.values(value).every(isText),
      pass: 'texts by their keys, such as { "app.title": "Refunds" }',
    },
    'texts of the page that the application replaces',
  ),
  signIn: option(
    textLike(matches(PATH_WITHOUT_QUERY), 'a path on the same host without a query, such as "/login"'),
    'the path of the sign-in page',
  ),
  token: option(
    { fits: isToken, pass: 'the place of the token, such as { storage: "local", key: "access-token" }' },
    'where the page finds the bearer token',
    'cookies only',
  ),
  frameAncestors: option(
    listOf(isAncestor, 'a list of origins, such as ["self", "https://intranet.example.com"]'),
    'the pages that may show the inbox in a frame',
  ),
} satisfies Declared<InboxOptions>;

/** Returns the options of the inbox, or undefined if it is off. Throws `SeamException` for an unknown or invalid one. */
export const checkInbox = (inbox: boolean | InboxOptions | undefined): InboxOptions | undefined => {
  checkOptions({ inbox }, { inbox: switchGroup(INBOX) }, PLACE);
  if (inbox === undefined || inbox === false) return undefined;
  return inbox === true ? {} : Object.fromEntries(Object.entries(inbox).filter(([, value]) => value !== undefined));
};

/** Throws `SeamException` for a text that the page does not have, or that contains a value and cannot be replaced. */
export const assertTexts = ({ texts = {} }: InboxOptions, known: Readonly<Record<string, string>>): void => {
  const unknown = Object.keys(texts).find((key) => !Object.hasOwn(known, key));
  if (unknown === undefined) return;
  throw new SeamException(
    `The option inbox.texts of ${PLACE.owner} has the key ${quote(unknown)}, which the page does not have. Use a key of toolgate/dist/inbox/texts.json.`,
  );
};
