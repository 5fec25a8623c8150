import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sourcesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(spec|fixture)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();

/** The hash of the names and contents of files, and of all sources in folders. */
export const fingerprintOf = (files, folders) => {
  const hash = createHash('sha256');
  for (const file of [...files, ...folders.flatMap(sourcesIn)]) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
};
