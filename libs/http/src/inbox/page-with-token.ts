import type { BuiltFile } from './built-inbox.js';
import type { InboxOptions } from './options/inbox-options.js';

/** Returns the page with the place of the bearer token, which its first requests need before the settings arrive. */
export const pageWithToken = (page: BuiltFile, token: InboxOptions['token']): BuiltFile => {
  if (!token) return page;
  const attribute = `<html data-token="${escaped(JSON.stringify(token))}" `;
  return { ...page, bytes: Buffer.from(page.bytes.toString().replace('<html ', () => attribute)) };
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
