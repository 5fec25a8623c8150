import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * Starts a proxy of a server. After `silence()` its connections stay open, and nothing passes. After `cutAt(text)` it
 * closes each connection that asks for something with this text.
 */
export const startSilentProxy = async (connectionString: string) => {
  const url = new URL(connectionString);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  let cut: string | undefined;
  const server = createServer((reader) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [reader, upstream]) sockets.add(socket.on('error', () => {}));
    reader.on('data', (bytes) => cut !== undefined && bytes.includes(cut) && reader.destroy());
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
    stop: (): void => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
