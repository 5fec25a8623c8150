import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import { defineConfig, type Plugin } from 'vitest/config';
import { SlowFilesFirst } from './test/run/slow-files-first.js';

/** Compiles TypeScript as .swcrc states, because Nest and the tools read the metadata that SWC emits. */
const swc: Plugin = {
  name: 'toolgate:swc',
  enforce: 'pre',
  async transform(source, id) {
    const [filename] = id.split('?');
    if (!filename?.endsWith('.ts') || filename.includes('/node_modules/')) return;
    const { code, map } = await transform(source, { filename, sourceMaps: true });
    return { code, map };
  },
};

const root = fileURLToPath(new URL('.', import.meta.url));
const libs = `${root}libs`;

export default defineConfig({
  plugins: [swc],
  oxc: false,
  resolve: {
    alias: [
      { find: /^#([a-z-]+)$/, replacement: `${libs}/$1/src/internal.ts` },
      { find: /^toolgate$/, replacement: `${libs}/toolgate/src/index.ts` },
      { find: /^toolgate\/([^/]+)$/, replacement: `${libs}/$1/src/index.ts` },
      { find: /^toolgate\/([^/]+)\/([^/]+)$/, replacement: `${libs}/$1/src/$2/index.ts` },
      // The package offers its TypeScript sources to the condition "development", which Vite sets.
      { find: '@arethetypeswrong/core', replacement: `${root}node_modules/@arethetypeswrong/core/dist/index.js` },
    ],
  },
  test: {
    include: ['{libs,apps,test,docs}/**/*.spec.ts'],
    pool: 'forks',
    isolate: false,
    // Each worker loads all modules, so the tests take longer with more workers than processors.
    maxWorkers: Math.min(availableParallelism(), 4),
    testTimeout: 30_000,
    hookTimeout: 30_000,
    globalSetup: ['test/run/temporary-folder.ts', 'test/run/shared-postgres.ts'],
    setupFiles: 'test/run/start-afresh.ts',
    provide: { isThorough: process.env['TOOLGATE_TEST_THOROUGH'] === '1' },
    // Otherwise a test looks every 50 ms only.
    expect: { poll: { interval: 5 } },
    sequence: { hooks: 'list', sequencer: SlowFilesFirst },
    // Requests, files and databases need the other timers and the real queues.
    fakeTimers: {
      toFake: ['Date', 'performance', 'hrtime', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    },
    reporters: ['minimal'],
  },
});
