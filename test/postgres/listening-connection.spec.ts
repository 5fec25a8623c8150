import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';
import { ListeningConnection } from '../../libs/postgres/src/connection/listening-connection.js';
import { startSilentProxy } from '../bullmq/silent-proxy.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

afterAll(async () => server?.stop(), 30_000);

describe('ListeningConnection', () => {
  it('gives up a server that accepts the connection and then does not answer, so that it can try again', async () => {
    const url = new URL(await server.makeDatabase());
    const proxy = await startSilentProxy(url.href);
    proxy.silenceAt('listen ');
    const config = { connectionString: proxy.connectionString, application_name: 'test' };
    const connection = new ListeningConnection({
      config: () => config,
      onNotification: () => {},
      onReconnect: () => {},
    });
    vi.useFakeTimers();
    try {
      const opening = rejectionOf(connection.open());
      await proxy.silenced;
      await vi.advanceTimersByTimeAsync(5000);
      expect(await opening).toMatchObject({ message: expect.stringContaining('cannot open its listening connection') });
    } finally {
      vi.useRealTimers();
      connection.close();
      proxy.stop();
    }
  });

  it('sends notifications one after the other, because pg deprecates a statement during another', async () => {
    const warnings: string[] = [];
    const warn = ({ message }: Error): void => void warnings.push(message);
    process.on('warning', warn);
    const config = { connectionString: await server.makeDatabase(), application_name: 'test' };
    const received: string[] = [];
    const isComplete = new Promise<void>((resolve) => {
      const onNotification = (payload: string | undefined): void => {
        received.push(payload!);
        if (payload === 'last') resolve();
      };
      const connection = new ListeningConnection({ config: () => config, onNotification, onReconnect: () => {} });
      void connection.open().then(async () => {
        await Promise.all([
          connection.send(['first']),
          connection.send(['second', 'third']),
          connection.send(['last']),
        ]);
        connection.close();
      });
    });
    await isComplete;
    process.off('warning', warn);
    expect(received.slice(-4)).toEqual(['first', 'second', 'third', 'last']);
    expect(warnings).toEqual([]);
  });
});
