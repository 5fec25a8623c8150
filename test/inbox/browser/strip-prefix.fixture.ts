import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves an origin below a prefix that the origin does not know, as a proxy does that strips it. */
export const stripPrefix = async (origin: string, prefix: string) => {
  const { hostname, port } = new URL(origin);
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '';
    if (!path.startsWith(`${prefix}/`)) {
      outgoing.writeHead(404).end();
      return;
    }
    const { method, headers } = incoming;
    const passed = request({ hostname, port, method, headers, path: path.slice(prefix.length) }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`, close };
};
