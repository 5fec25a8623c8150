import type { BuiltFile } from './built-inbox.js';

/** Returns the page with the settings, so that it needs no request for them. */
export const pageWithSettings = (page: BuiltFile, settings: string): BuiltFile => {
  const attribute = `<html data-settings="${escaped(settings)}" `;
  return { ...page, bytes: Buffer.from(page.bytes.toString().replace('<html ', () => attribute)) };
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
