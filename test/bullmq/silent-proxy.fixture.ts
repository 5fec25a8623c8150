import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { deferred } from '../story.fixture.js';

/**
 * Starts a proxy of a server. After `silence()` its connections stay open, and nothing passes. After `cutAt(text)` it
 * closes each connection that asks for something with this text, and after `silenceAt(text)` no answer to it passes;
 * then `silenced` resolves.
 */
export const startSilentProxy = async (connectionString: string) => {
  const url = new URL(connectionString);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  let cut: string | undefined;
  let silent: string | undefined;
  const silenced = deferred<void>();
  const server = createServer((reader) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [reader, upstream]) sockets.add(socket.on('error', () => {}));
    reader.on('data', (bytes) => cut !== undefined && bytes.includes(cut) && reader.destroy());
    reader.on('data', (bytes) => {
      if (silent === undefined || !bytes.includes(silent)) return;
      upstream.unpipe().pause();
      silenced.resolve();
    });
    reader.pipe(upstream).pipe(reader);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.port = String((server.address() as AddressInfo).port);
  return {
    connectionString: url.href,
    silence: (): void => {
      server.removeAllListeners('connection').on('connection', (reader) => sockets.add(reader.on('error', () => {})));
      for (const socket of sockets) socket.unpipe().pause();
    },
    cutAt: (text: string): void => {
      cut = text;
    },
    silenceAt: (text: string): void => {
      silent = text;
    },
    silenced: silenced.promise,
    stop: (): void => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
