import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The type of a NotificationResponse of the PostgreSQL protocol. */
const NOTIFICATION = 'A'.charCodeAt(0);

/** Removes the notifications from what a server sends. */
const withoutNotifications = () => {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk: Buffer): Buffer => {
    rest = Buffer.concat([rest, chunk]);
    const passed: Buffer[] = [];
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1;
      if (rest[0] !== NOTIFICATION) passed.push(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
    return Buffer.concat(passed);
  };
};

/** Starts a proxy that, like a pooler in transaction mode, delivers no notifications; returns its connection string. */
export const startDeafPooler = async (connectionString: string) => {
  const url = new URL(connectionString);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  const server = createServer((reader) => {
    const upstream = connect(Number(port), hostname);
    const filter = withoutNotifications();
    for (const socket of [reader, upstream]) sockets.add(socket.on('error', () => {}));
    reader.pipe(upstream);
    upstream.on('data', (chunk) => reader.write(filter(chunk)));
    upstream.on('close', () => reader.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.port = String((server.address() as AddressInfo).port);
  const stop = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { connectionString: url.href, stop };
};
