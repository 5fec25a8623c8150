import { defineConfig } from 'vite';

export default defineConfig({
  // #region proxy
  server: {
    proxy: { '/chat': 'http://localhost:3000', '/approvals': 'http://localhost:3000' },
  },
  // #endregion
});
