import { createServer, type AddressInfo, type Socket } from 'node:net';

const INFO = 'redis_version:7.4.0\r\nmaxmemory_policy:noeviction\r\n';

/** How long a worker waits for a job. */
const WAIT_MS = 50;

/** Starts a server that speaks the protocol of Redis and never has a job. After `lose()` it cuts each connection. */
export const startIdleRedis = async () => {
  const sockets = new Set<Socket>();
  let isLost = false;
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    sockets.add(socket);
    if (isLost) socket.destroy();
    socket.on('data', (bytes) => {
      // A client may send several requests at once.
      for (const request of String(bytes).split(/(?=\*\d+\r\n\$)/)) {
        const [, command] = /^\*\d+\r\n\$\d+\r\n(\w+)/.exec(request) ?? [];
        if (command === 'bzpopmin') setTimeout(() => socket.write('*-1\r\n'), WAIT_MS);
        else socket.write(command === 'info' ? `$${INFO.length}\r\n${INFO}\r\n` : '+OK\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    url: `redis://:hunter2@127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: (): number => connections,
    lose: (): void => {
      isLost = true;
      end();
    },
    stop: (): void => {
      server.close();
      end();
    },
  };
};
