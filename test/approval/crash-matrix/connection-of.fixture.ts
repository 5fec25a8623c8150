import type { SqlModuleOptions } from 'toolgate/sql';
import type { StoryJob } from './crash-story.fixture.js';

/** The database of a job. PostgreSQL has its own clock: its connection states how far that clock is ahead. */
export const connectionOf = ({ file, postgres, aheadMs = 0 }: StoryJob): SqlModuleOptions => {
  if (postgres === undefined) return { sqlite: { file } };
  const url = new URL(postgres);
  url.searchParams.set('options', `-c search_path=public,pg_catalog -c story.ahead_ms=${aheadMs}`);
  return { postgres: { connectionString: url.href } };
};
