import type { BuiltFile } from './built-inbox.js';

/** What the inbox answers to a request. */
export interface InboxAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: BuiltFile;
  /** Whether the content is the same for each request, so that it is compressed once. */
  readonly fixed?: boolean;
}

/** What the inbox serves. */
export interface InboxFiles {
  readonly assets: ReadonlyMap<string, BuiltFile>;
  /** Returns the page with the settings, which are JSON. */
  readonly pageOf: (settings: string) => BuiltFile;
}

const NO_STORE = { 'cache-control': 'no-store' };

// The name of an asset contains a hash of its content.
const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' };

const ASSETS = '/assets/';

const text = (status: number, line: string, headers = {}): InboxAnswer => ({
  status,
  headers: { ...NO_STORE, ...headers },
  content: { type: 'text/plain; charset=utf-8', bytes: Buffer.from(`${line}\n`) },
});

const asset = (file: BuiltFile | undefined): InboxAnswer =>
  file
    ? { status: 200, headers: FOREVER, content: file, fixed: true }
    : text(404, 'The inbox has no such asset. Load the page again.');

/** The answer to a method that reads nothing. */
export const WRONG_METHOD = text(405, 'The inbox answers GET and HEAD only.', { allow: 'GET, HEAD' });

/**
 * Returns the answer to a path below the page, such as `/settings.json`; the page has an empty one. Returns undefined
 * for a path that does not belong to the inbox.
 */
export const answerTo = (
  below: string,
  query: string,
  { assets, pageOf }: InboxFiles,
  settings: () => string,
): InboxAnswer | undefined => {
  if (below === '') return { status: 200, headers: NO_STORE, content: pageOf(settings()), fixed: true };
  // A proxy may have removed a prefix of the path, so the address is relative.
  if (below === '/')
    return { status: 308, headers: { ...NO_STORE, location: `../inbox${query}`, 'content-length': '0' } };
  if (below === '/settings.json') {
    const content = { type: 'application/json; charset=utf-8', bytes: Buffer.from(settings()) };
    return { status: 200, headers: NO_STORE, content };
  }
  return below.startsWith(ASSETS) ? asset(assets.get(below.slice(ASSETS.length))) : undefined;
};
