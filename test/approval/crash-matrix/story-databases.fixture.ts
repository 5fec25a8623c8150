import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrateToLatest, openSqlDatabase } from 'toolgate/sql';
import { type PostgresServer, startPostgres } from '../../../libs/sql/src/fixtures/postgres-server.fixture.js';
import type { StoryJob } from './crash-story.fixture.js';

/** The database of a story. */
export type StoryPlace = Pick<StoryJob, 'file' | 'postgres'>;

/** The databases of many stories, one for each. */
export interface StoryDatabases {
  /** Creates a database. The journals are beside its file. */
  place(file: string): Promise<StoryPlace>;
  stop(): Promise<void>;
}

/** A SQLite file for each story, with all tables: a process that just started would need long to create them. */
export const inFiles = async (): Promise<StoryDatabases> => {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-template-'));
  const template = join(folder, 'template.db');
  const database = await openSqlDatabase({ sqlite: { file: template } });
  await migrateToLatest(database);
  await database.destroy();
  return {
    place: async (file) => {
      copyFileSync(template, file);
      return { file };
    },
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** A database for each story, on one PostgreSQL server. */
export const onPostgres = async (): Promise<StoryDatabases> => {
  const server = await startPostgres();
  const template = await templateOn(server);
  return {
    place: async (file) => ({ file, postgres: await server.makeDatabase(template) }),
    stop: () => server.stop(),
  };
};

/** A database with all tables. Its clock is ahead if the connection states so: see `connectionOf`. */
const templateOn = async (server: PostgresServer): Promise<string> => {
  const template = await server.makeDatabase();
  const database = await openSqlDatabase({ postgres: { connectionString: template } });
  await migrateToLatest(database);
  for (const [clock, kind] of [
    ['clock_timestamp', 'volatile'],
    ['statement_timestamp', 'stable'],
  ]) {
    const ahead = `select pg_catalog.${clock}() + current_setting('story.ahead_ms')::int * interval '1 ms'`;
    await sql
      .raw(`create function public.${clock}() returns timestamptz language sql ${kind} as $$ ${ahead} $$`)
      .execute(database);
  }
  await database.destroy();
  return template;
};
