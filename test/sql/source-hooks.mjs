import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformFile } from '@swc/core';

const libs = new URL('../../libs/', import.meta.url);

const sourceOf = (name, parent) => {
  if (name.startsWith('#')) return new URL(`${name.slice(1)}/src/internal.ts`, libs);
  const door = /^toolgate(?:\/([^/]+)(?:\/([^/]+))?)?$/.exec(name);
  if (door) return new URL(`${door[1] ?? 'toolgate'}/src/${door[2] ? `${door[2]}/` : ''}index.ts`, libs);
  const source = name.startsWith('.') && new URL(name.replace(/\.js$/, '.ts'), parent);
  return source && existsSync(source) ? source : undefined;
};

export const resolve = (name, context, next) => {
  const source = sourceOf(name, context.parentURL ?? pathToFileURL('./').href);
  return source ? { url: source.href, format: 'module', shortCircuit: true } : next(name, context);
};

export const load = async (url, context, next) => {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = await transformFile(fileURLToPath(url));
  return { format: 'module', source: code, shortCircuit: true };
};
