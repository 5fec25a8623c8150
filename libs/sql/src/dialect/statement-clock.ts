import type { RawBuilder } from 'kysely';
import { sql } from './kysely.js';

/** PostgreSQL only: the start of the statement, in milliseconds since 1970. */
export const statementClock = (): RawBuilder<number> =>
  sql<number>`cast(floor(extract(epoch from statement_timestamp()) * 1000) as bigint)`;
