import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildInbox } from '../built-inbox.fixture.js';
import { run } from './run.js';

/** The result of `npm pack` on the working tree. */
export interface PackedPackage {
  readonly tarball: string;
  /** The paths in the tarball. */
  readonly files: readonly string[];
}

const parts = [
  'libs',
  'scripts',
  'docs',
  'apps/demo/README.md',
  'apps/inbox',
  'package.json',
  'package-lock.json',
  'LICENSE',
];
const pages = ['README.md', 'CHANGELOG.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/** The page of the inbox, and the stamp that states of which sources it was built. */
const page = ['dist/inbox', 'dist/inbox.stamp'];

/** Builds and packs a copy of the working tree in a folder, so that other users of `dist/` are not disturbed. */
export const packInto = async (folder: string): Promise<PackedPackage> => {
  await buildInbox();
  const configs = readdirSync('.').filter((file) => /^tsconfig.*\.json$/.test(file));
  for (const part of [...parts, ...pages, ...page, ...configs]) cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const printed = await run(folder, 'npm', 'pack', '--json');
  const [packed] = JSON.parse(printed.slice(printed.indexOf('[\n'))) as [
    { filename: string; files: readonly { path: string }[] },
  ];
  return { tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path) };
};
