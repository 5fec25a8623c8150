import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The script inside the page, which sends its first requests. */
const earlyScript = async (): Promise<string> => {
  const bundle = await rolldown({ input: at('./src/start/ask-early.ts') });
  const {
    output: [{ code }],
  } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  return code.trim();
};

// The page is served at `<path>/inbox`, and its assets below `<path>/inbox/assets`. Relative addresses fit every path
// and every proxy before it.
export default defineConfig({
  plugins: [
    {
      name: 'ask-early',
      // Before the style sheet, because a script waits for those above it.
      transformIndexHtml: async (html) => {
        const script = `</title><script>${await earlyScript()}</script>`;
        return html.replace('</title>', () => script);
      },
      apply: 'build',
    },
    {
      name: 'compile-early',
      // A browser that knows this line compiles every function beside the first requests, and not at its first call.
      generateBundle: {
        order: 'post',
        handler: (_, files) => {
          for (const file of Object.values(files)) {
            if (file.type === 'chunk' && !file.isDynamicEntry) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
          }
        },
      },
      apply: 'build',
    },
  ],
  root: at('.'),
  base: './',
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `./inbox/${file}` : { relative: true }),
  },
  resolve: {
    alias: [
      { find: /^react\/jsx(?:-dev)?-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: 'toolgate/http/client', replacement: at('../../libs/http/src/client/index.ts') },
    ],
  },
  build: {
    outDir: at('../../dist/inbox'),
    emptyOutDir: true,
    target: 'es2022',
    // A strict content security policy allows no data addresses in style sheets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        // A browser compiles two scripts at once.
        codeSplitting: { groups: [{ name: 'libraries', test: /node_modules[\\/](?:@tanstack|preact)/ }] },
      },
      onLog: (level, log, report) => {
        // Libraries mark modules for React servers. This page has none.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
