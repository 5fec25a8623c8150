import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import * as fc from 'fast-check';
import { tell } from './drain.fixture.js';
import { found } from './found.fixture.js';
import { sequences } from './steps.fixture.js';
import { inMemory, inSqlite, onPostgres, type OpenStore } from './stores.fixture.js';
import { World } from './world.fixture.js';

// For more sequences: TOOLGATE_MODEL_RUNS=20000 npm test -- test/approval/model-based. A sequence that fails is added
// to `found`.
const { TOOLGATE_MODEL_RUNS, TOOLGATE_MODEL_SEED } = process.env;
const MINUTES = 60_000;

const sequencesOf = (thorough: number, usual: number) => ({
  numRuns: Number(TOOLGATE_MODEL_RUNS ?? (inject('isThorough') ? thorough : usual)),
  ...(TOOLGATE_MODEL_SEED !== undefined && { seed: Number(TOOLGATE_MODEL_SEED) }),
});

describe('runs and approvals in memory', () => {
  it.each(found)('do not repeat the failure of seed $seed: $what', ({ steps }) => tell(new World(inMemory()), steps));

  it(
    'do what the specification says in any sequence of steps, and end',
    () =>
      fc.assert(
        fc.asyncProperty(sequences, (steps) => tell(new World(inMemory()), steps)),
        sequencesOf(300, 75),
      ),
    60 * MINUTES,
  );
});

describe.each([
  { where: 'in a SQLite file', open: inSqlite, thorough: 80, usual: 25 },
  { where: 'on PostgreSQL', open: onPostgres, thorough: 40, usual: 15 },
])('runs and approvals $where', ({ open, thorough, usual }) => {
  let tested: OpenStore;
  beforeAll(async () => void (tested = await open()), MINUTES);
  afterAll(() => tested?.close(), MINUTES);

  it(
    'do what the specification says in any sequence of steps, and end',
    async () => {
      for (const { steps } of found) await tell(new World(tested), steps);
      await fc.assert(
        fc.asyncProperty(sequences, (steps) => tell(new World(tested), steps)),
        sequencesOf(thorough, usual),
      );
    },
    60 * MINUTES,
  );
});
