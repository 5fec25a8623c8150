import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { chaos } from './chaos.fixture.js';
import { compileShop } from './compile-shop.fixture.js';
import { linesOf } from './checks/findings.fixture.js';

const MINUTES = 5 * 60_000;
const root = mkdtempSync(join(tmpdir(), 'toolgate-chaos-'));

/** The disturbances end after this many kills, or this long. */
const LENGTH = { kills: 4, forMs: 30_000 };
/** Fewer processes start in less time. */
const PROCESSES = inject('isThorough') ? 4 : 2;
/** On a busy machine, processes may be killed before they have requested much. */
const APPROVALS = { sqlite: 0, postgres: 8 };

const kinds = new Set<string>();

/**
 * By default, only the first: the test of `npm run chaos` kills processes on SQLite, which the timer wakes, and the test
 * of the cluster kills processes that PostgreSQL wakes.
 */
const COURSES = [
  ['postgres', 'bullmq', 1],
  ['sqlite', 'timer', 0],
  ['postgres', 'timer', 1],
  ['postgres', 'postgres', 1],
] as const;

let program: string;

beforeAll(async () => {
  program = await compileShop(root);
}, MINUTES);

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('processes that are killed and stopped at random', () => {
  // The long form, in which hundreds are killed: npm run chaos
  it.each(inject('isThorough') ? COURSES : COURSES.slice(0, 1))(
    'run nothing ungated, nothing twice, nothing as another person, and leave nothing open: %s, woken by %s',
    async (database, dispatcher, restarts) => {
      const folder = mkdtempSync(join(root, database));
      const options = {
        database,
        dispatcher,
        processes: PROCESSES,
        restarts,
        seed: 'short',
        ...LENGTH,
        approvals: APPROVALS[database],
        folder,
        program,
      };
      const { signals, evidence, problems, ...course } = await chaos(options);
      expect(problems).toEqual([]);
      expect(course.restarts).toBe(restarts);
      expect(signals.kills).toBeGreaterThan(0);
      expect(linesOf(evidence.lines, 'start').length).toBeGreaterThan(0);
      expect(linesOf(evidence.lines, 'outcome').length).toBeGreaterThan(0);
      for (const { kind = 'turn' } of evidence.runs) kinds.add(kind);
    },
    MINUTES,
  );

  it.runIf(inject('isThorough'))('request runs of every kind', () => {
    expect([...kinds].sort()).toEqual(['call', 'external', 'turn']);
  });

  it('are started by npm run chaos', async () => {
    const options = ['--database', 'sqlite', '--dispatcher', 'timer', '--kills', '4', '--seed', 'short'];
    const { stdout } = await promisify(execFile)('npm', ['run', 'chaos', '--', ...options]);
    expect(stdout).toMatch(/chaos on sqlite with timer, seed short: \d+ SIGKILL.* 0 problems/);
  }, 120_000);
});
