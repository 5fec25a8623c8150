import type { IncomingMessage } from 'node:http';
import type { BuiltFile } from './built-inbox.js';
import { inlineScripts } from './inline-scripts.js';
import type { InboxOptions } from './options/inbox-options.js';

/** The headers of everything that the inbox serves, by its request. */
export type PageHeaders = (request: IncomingMessage) => Readonly<Record<string, string>>;

/** Returns the headers of everything that the inbox serves. Nothing that the page loads comes from another host. */
export const pageHeaders = ({ frameAncestors = [] }: InboxOptions, { bytes }: BuiltFile): PageHeaders => {
  const ancestors = frameAncestors.map((origin) => (origin === 'self' ? "'self'" : origin));
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...inlineScripts(bytes.toString())].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.join(' ') || "'none'"}`,
  ];
  const headers = {
    'content-security-policy': policy.join('; '),
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  // A page that opens the inbox must not reach it. A browser starts another process for this header, which takes as long
  // as the rest of a first visit. If a person typed the address or used a bookmark, no page opened the inbox.
  const opened = { ...headers, 'cross-origin-opener-policy': 'same-origin' };
  return (request) => (request.headers['sec-fetch-site'] === 'none' ? headers : opened);
};
