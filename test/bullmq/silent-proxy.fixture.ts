import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Starts a proxy of a server. After `silence()` its connections stay open, and nothing passes. */
export const startSilentProxy = async (connectionString: string) => {
  const url = new URL(connectionString);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  const server = createServer((reader) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [reader, upstream]) sockets.add(socket.on('error', () => {}));
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
    stop: (): void => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
