import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from '@swc/core';
import type { Plugin } from 'rolldown';

const DOOR = /^toolgate(?:\/([^/]+)(?:\/([^/]+))?)?$/;

const INTERNAL = /^#([a-z-]+)$/;

const sourceOf = (name: string): string | undefined => {
  const [, internal] = INTERNAL.exec(name) ?? [];
  if (internal !== undefined) return resolve('libs', internal, 'src/internal.ts');
  const [door, room = 'toolgate', folder = '.'] = DOOR.exec(name) ?? [];
  return door === undefined ? undefined : resolve('libs', room, 'src', folder, 'index.ts');
};

/** Compiles TypeScript as the tests do, because Nest reads the metadata that SWC emits. */
export const sourcePlugin: Plugin = {
  name: 'toolgate:sources',
  resolveId: (name) => sourceOf(name),
  transform: {
    filter: { id: /\.ts$/ },
    handler: async (source, filename) => {
      const { code } = await transform(source, { filename, sourceMaps: false });
      // A room finds the files of the package from the place of its source.
      const url = JSON.stringify(pathToFileURL(filename).href);
      return { code: filename.includes('/libs/') ? code.replaceAll('import.meta.url', url) : code, moduleType: 'js' };
    },
  },
};

/** The imports of relative paths name the compiled files. */
export const sourceResolution = { extensionAlias: { '.js': ['.ts', '.js'] } };
