// Serves the sources of the inbox with reload, in front of a demo that runs: everything below its door except the page
// itself is forwarded. `PORT` is the port of the demo.
import { createServer } from 'vite';

const demo = `http://127.0.0.1:${process.env.PORT || 3000}`;

/** Puts the settings into the page, as the server of the demo does. */
const settings = {
  name: 'settings',
  transformIndexHtml: async (html) => {
    const json = await (await fetch(`${demo}/approvals/inbox/settings.json`)).text();
    const value = json.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    return html.replace('<html ', () => `<html data-settings="${value}" `);
  },
};

const server = await createServer({
  configFile: 'apps/inbox/vite.config.ts',
  plugins: [settings],
  // The demo must see the host of this server, because it refuses writes from a page of another origin.
  server: { proxy: { '^/approvals(?!/inbox(?:\\?|$))': { target: demo, changeOrigin: false } } },
});
await server.listen();
console.log(`The inbox: ${new URL('/approvals/inbox', server.resolvedUrls.local[0])}, for the demo at ${demo}`);
