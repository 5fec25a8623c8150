import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { transformFile } from '@swc/core';

const HERE = 'test/approval/crash-matrix';

const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(spec|d)\.ts$/.test(file))
    .map((file) => join(folder, file));

/** Compiles the sources into a folder, once for all processes of a test, and returns the path of the program `of`. */
export const compileSources = async (folder: string, of = HERE, program = 'tell-story.js'): Promise<string> => {
  const exports = { '.': './libs/toolgate/src/index.js', './*': './libs/*/src/index.js' };
  mkdirSync(folder, { recursive: true });
  const imports = { '#core': './libs/core/src/index.js' };
  // The package resolves itself by its name.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'toolgate', type: 'commonjs', imports, exports }));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  await Promise.all([...sourcesIn('libs'), ...sourcesIn(of)].map((source) => compile(source, folder)));
  return join(folder, of, program);
};

const compile = async (source: string, folder: string): Promise<void> => {
  const target = join(folder, source.replace(/\.ts$/, '.js'));
  // CommonJS starts faster, and a process is started for each crash.
  const { code } = await transformFile(source, {
    sourceMaps: false,
    module: { type: 'commonjs', ignoreDynamic: true },
  });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
};
