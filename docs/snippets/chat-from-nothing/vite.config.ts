import { defineConfig } from 'vite';

export default defineConfig({
  // #region proxy
  server: {
    // The server checks that a write comes from its own origin, so it must see the address of the page.
    proxy: { '^/(api|approvals)': { target: 'http://localhost:3000', changeOrigin: false } },
  },
  // #endregion
});
