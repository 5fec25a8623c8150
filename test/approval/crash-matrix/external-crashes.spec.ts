import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { choosePoints, samplePoints } from './choose-points.fixture.js';
import { CrashMatrix } from './crash-matrix.fixture.js';
import { inFiles, onPostgres } from './story-databases.fixture.js';

// TOOLGATE_CRASH_MATRIX=full kills at every point, TOOLGATE_TEST_THOROUGH=1 at one point of each kind. By default, SQLite
// has about a sixth of these points, and PostgreSQL none: everything but the store is the same there. If
// TOOLGATE_CRASH_DISPATCHER names its dispatcher, PostgreSQL has a third of a sixth.
const isFull = process.env['TOOLGATE_CRASH_MATRIX'] === 'full';
const part = isFull || inject('isThorough') ? 1 : 6;
const MINUTES = (isFull ? 60 : 10) * 60_000;

vi.setConfig({ testTimeout: MINUTES, hookTimeout: MINUTES });

/** Every step of an external call: request, decision, claim, renewal, body and report. */
const STEPS = [/^PENDING SUSPENDED/, /^VOTED/, /^REJECTED/, /^EXECUTING/, /^RENEWED/, /effect/, /^SUCCEEDED/];

const databases = [
  { where: 'SQLite', open: inFiles, sample: { every: part, first: 0 } },
  { where: 'PostgreSQL', open: onPostgres, sample: { every: 3 * part, first: 1 } },
];

const isWhole = part === 1 || process.env['TOOLGATE_CRASH_DISPATCHER'] !== undefined;

describe.each(isWhole ? databases : databases.slice(0, 1))('external calls on $where', ({ open, sample }) => {
  const matrix = new CrashMatrix(open);

  beforeAll(() => matrix.start([]));
  afterAll(() => matrix.stop());

  it('have one run for each request and at most one body, and an outcome that is known or reported, wherever a process is killed', async () => {
    const points = await matrix.pointsOfCalls('external');
    for (const step of STEPS) expect(points.some((point) => step.test(point))).toBe(true);
    const chosen = isFull ? points : samplePoints(choosePoints(points), sample);
    const crashes = chosen.map((kill) => ({
      by: 'worker' as const,
      story: 'external' as const,
      lives: [{ kill, story: 'external' as const }],
    }));
    const wrong: string[] = [];
    let unknown = 0;
    await matrix.crashAll(crashes, ({ lives }, { ends, problems, report }) => {
      const tell = (problem: string): unknown => wrong.push(`${lives[0]!.kill}: ${problem}`);
      problems.forEach(tell);
      if (ends.some((end) => end.type !== 'ended' || end.signal !== 'SIGKILL')) tell('was not killed');
      unknown += report.unknown.length;
    });
    expect(wrong).toEqual([]);
    expect(unknown).toBeGreaterThan(0);
  });
});
