import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Loads a package's modules by their paths. */
export interface LoadedPackage {
  readonly load: (path: string) => unknown;
}

/**
 * Finds the copies of a package that the application may use: those already loaded, or if there are none, the one that the
 * application's folder, its entry file or this package resolves to. A library that stores decorator metadata in a module
 * must be read in the copy whose decorators were called.
 */
export function findPackages(name: string, marker: string): readonly LoadedPackage[] {
  const loaded = loadedFolders(name, marker).map((folder) => packageIn(folder));
  return loaded.length > 0 ? loaded : resolvedFolders(name, marker).slice(0, 1).map(packageIn);
}

/** Whether a package is loaded from its folder. A package that a bundler packed into the application is not. */
export const isLoaded = (name: string, marker: string): boolean => loadedFolders(name, marker).length > 0;

function packageIn(folder: string): LoadedPackage {
  const require = createRequire(join(folder, 'package.json'));
  return { load: (path) => require(`./${path}`) };
}

function loadedFolders(name: string, marker: string): string[] {
  const ending = join('node_modules', name, marker);
  const { cache } = createRequire(join(process.cwd(), 'package.json'));
  return Object.keys(cache)
    .filter((path) => path.endsWith(ending))
    .map((path) => path.slice(0, -marker.length));
}

function resolvedFolders(name: string, marker: string): string[] {
  const here = typeof __filename === 'string' ? [__filename] : [];
  const starts = [join(process.cwd(), 'package.json'), process.argv[1] ?? '', ...here].filter(Boolean);
  return starts.flatMap((start) => {
    try {
      const path = createRequire(join(dirname(start), 'package.json')).resolve(`${name}/${marker}`);
      return [path.slice(0, -marker.length)];
    } catch {
      return [];
    }
  });
}
