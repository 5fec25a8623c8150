import type { BuiltFile } from './built-inbox.js';
import { inlineScripts } from './inline-scripts.js';
import type { InboxOptions } from './options/inbox-options.js';

/** Returns the headers of everything that the inbox serves. Nothing that the page loads comes from another host. */
export const pageHeaders = (
  { frameAncestors = [] }: InboxOptions,
  { bytes }: BuiltFile,
): Readonly<Record<string, string>> => {
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
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
};
