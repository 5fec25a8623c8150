import { createPackageFromTarballData, type Package } from '@arethetypeswrong/core';

/** The folders of a file, from the root on. */
const foldersOf = (file: string): readonly string[] => {
  const names = file.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
};

/**
 * Returns the package in a tarball. It knows its folders: without that, each question about a folder compares all paths,
 * which takes most of the time of a check.
 */
export const packageIn = (tarball: Uint8Array): Package => {
  const found = createPackageFromTarballData(tarball);
  const folders = new Set(found.listFiles().flatMap(foldersOf));
  const directoryExists = (path: string): boolean => folders.has(path.replace(/\/$/, ''));
  return Object.assign(found, { directoryExists });
};
