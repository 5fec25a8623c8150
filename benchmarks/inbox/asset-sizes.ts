import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Returns the gzipped bytes of the scripts and of the styles in a folder. */
export const assetSizes = (folder: string): { readonly scripts: number; readonly styles: number } => {
  const sizeOf = (ending: string): number =>
    readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
  return { scripts: sizeOf('.js'), styles: sizeOf('.css') };
};
