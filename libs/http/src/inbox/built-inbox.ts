import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { SeamException } from 'toolgate/tool';
import { inboxFolder } from './inbox-folder.js';

/** A file of the built page. */
export interface BuiltFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The built page, in memory: no request reads a file. */
export interface BuiltInbox {
  readonly page: BuiltFile;
  /** The assets by their names, which contain a hash of the content. */
  readonly assets: ReadonlyMap<string, BuiltFile>;
  /** Every text that an application may replace, in English, by its key. */
  readonly texts: Readonly<Record<string, string>>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Reads the built page. Throws `SeamException` if it was not built. */
export const readBuiltInbox = (folder = inboxFolder()): BuiltInbox => {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) {
    throw new SeamException(
      `The option inbox of ApprovalsHttpModule is on, and the built page ${page} is missing. In the repository of Toolgate, run "npm run build:inbox". In an application that a bundler packs, keep the package toolgate external.`,
    );
  }
  const assets = join(folder, 'assets');
  return {
    page: readBuilt(page),
    assets: new Map(readdirSync(assets).map((name) => [name, readBuilt(join(assets, name))])),
    texts: JSON.parse(readFileSync(join(folder, 'texts.json'), 'utf8')),
  };
};

const readBuilt = (file: string): BuiltFile => ({
  type: TYPES[extname(file)] ?? 'application/octet-stream',
  bytes: readFileSync(file),
});
