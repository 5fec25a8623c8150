import { type OwnPostgresServer, startOwnPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';
import type { PostgresReport } from './shared-postgres.js';

// The specs of all workers use one server.
const MAX_CONNECTIONS = 400;

const report = (address: string): void => void process.send?.({ address } satisfies PostgresReport);

let server: OwnPostgresServer | undefined;
// The test run has ended, or was killed.
process.once('disconnect', () => void server?.stop());
try {
  server = await startOwnPostgres({ maxConnections: MAX_CONNECTIONS });
  report(server.address);
  if (!process.connected) await server.stop();
} catch (error) {
  report(String(error));
  process.disconnect();
}
