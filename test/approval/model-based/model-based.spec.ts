import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from '@jest/globals';
import * as fc from 'fast-check';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import { tell } from './drain.fixture.js';
import { found } from './found.fixture.js';
import { sequences } from './steps.fixture.js';
import type { StoreUnderTest } from './views.fixture.js';
import { World } from './world.fixture.js';

// More than usual: TOOLGATE_MODEL_RUNS=20000 npm test -- test/approval/model-based. What fails goes into `found`.
const { TOOLGATE_MODEL_RUNS, TOOLGATE_MODEL_SEED } = process.env;
const MINUTES = 60_000;

const sequencesOf = (usual: number) => ({
  numRuns: TOOLGATE_MODEL_RUNS === undefined ? usual : Number(TOOLGATE_MODEL_RUNS),
  ...(TOOLGATE_MODEL_SEED !== undefined && { seed: Number(TOOLGATE_MODEL_SEED) }),
});

const inMemory = (): StoreUnderTest => {
  let now = 0;
  return { store: new InMemoryApprovalStore(() => now), setClock: (time) => void (now = time) };
};

const folder = mkdtempSync(join(tmpdir(), 'toolgate-model-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One file for many sequences: other runs are always there too. */
const inSqlite = async (): Promise<StoreUnderTest & { close(): Promise<void> }> => {
  const database = await openSqlDatabase({ sqlite: { file: join(folder, 'model.db') } });
  await migrateToLatest(database);
  let now = 0;
  const store = new SqlApprovalStore(database, { now: () => now });
  return { store, setClock: (time) => void (now = time), close: () => database.destroy() };
};

describe('runs and approvals in memory', () => {
  it.each(found)('do not do again what was found with $seed: $what', ({ steps }) => tell(new World(inMemory()), steps));

  it(
    'do in any sequence what the specification says, and come to an end',
    () =>
      fc.assert(
        fc.asyncProperty(sequences, (steps) => tell(new World(inMemory()), steps)),
        sequencesOf(300),
      ),
    60 * MINUTES,
  );
});

describe('runs and approvals in a SQLite file', () => {
  it(
    'do in any sequence what the specification says, and come to an end',
    async () => {
      const tested = await inSqlite();
      try {
        for (const { steps } of found) await tell(new World(tested), steps);
        await fc.assert(
          fc.asyncProperty(sequences, (steps) => tell(new World(tested), steps)),
          sequencesOf(80),
        );
      } finally {
        await tested.close();
      }
    },
    60 * MINUTES,
  );
});
