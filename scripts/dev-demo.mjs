// Serves the sources of the demo's page with reload, in front of a demo that runs. `PORT` is the port of the demo.
import { createServer } from 'vite';

const demo = `http://127.0.0.1:${process.env.PORT || 3000}`;

const server = await createServer({
  configFile: 'apps/demo-page/vite.config.ts',
  // The demo must see the host of this server, because it refuses writes from a page of another origin.
  server: { proxy: { '^/(approvals|support|orders|outbox|server)': { target: demo, changeOrigin: false } } },
});
await server.listen();
console.log(`The page of the demo: ${server.resolvedUrls.local[0]}, for the demo at ${demo}`);
