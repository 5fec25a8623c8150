import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// The page is served at `<path>/inbox`, and its assets below `<path>/inbox/assets`. Relative addresses fit every path
// and every proxy before it.
export default defineConfig({
  plugins: [
    {
      name: 'preload-settings',
      // The browser reads them together with the script. Their address is not one of a built file.
      transformIndexHtml: () => [
        {
          tag: 'link',
          attrs: { rel: 'preload', as: 'fetch', href: './inbox/settings.json', crossorigin: 'anonymous' },
          injectTo: 'head-prepend',
        },
      ],
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
      { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
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
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      onLog: (level, log, report) => {
        // Libraries mark modules for React servers. This page has none.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
