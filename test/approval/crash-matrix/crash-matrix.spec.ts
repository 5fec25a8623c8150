import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { choosePoints, isInSample, samplePoints } from './choose-points.fixture.js';
import { type Aftermath, type Crash, CrashMatrix } from './crash-matrix.fixture.js';
import { inFiles, onPostgres } from './story-databases.fixture.js';

// TOOLGATE_CRASH_DISPATCHER=postgres or bullmq uses their modules on PostgreSQL; the default is the timer.
// TOOLGATE_CRASH_MATRIX=full kills at every point, TOOLGATE_TEST_THOROUGH=1 at one point of each kind. By default, SQLite
// has about a ninth of these points, and PostgreSQL a third of a ninth of one story.
const isFull = process.env['TOOLGATE_CRASH_MATRIX'] === 'full';
const part = isFull || inject('isThorough') ? 1 : 9;
const MINUTES = (isFull ? 60 : 10) * 60_000;

vi.setConfig({ testTimeout: MINUTES, hookTimeout: MINUTES });

describe.each([
  { where: 'SQLite', open: inFiles, every: part, first: 0 },
  // Everything but the store is the same there, so every third of the chosen points is enough.
  { where: 'PostgreSQL', open: onPostgres, every: 3 * part, first: 1 },
])('on $where', ({ where, open, every, first }) => {
  const matrix = new CrashMatrix(open);
  /** Only a named dispatcher changes more than the store on PostgreSQL, which otherwise has the main story only. */
  const isWhole = part === 1 || where === 'SQLite' || process.env['TOOLGATE_CRASH_DISPATCHER'] !== undefined;
  const half = { every: 2 * every, first };
  /** Of a short list: at least two. */
  const few = { every: Math.min(every, 3), first };
  /** Of the points after a cancellation: at least one at which it is written. */
  const canceled = { every: Math.min(2 * every, 36), first };

  beforeAll(() => matrix.start());
  afterAll(() => matrix.stop());

  /** No body runs there, so no outcome can be unknown. */
  const isQuiet = (point: string): boolean =>
    !/^(BATCH )?(STARTED|EXECUTING|FINISHED|SUCCEEDED)|effect|body/.test(point);

  /** The answer is saved there, so the model is not called for it again. */
  const isAnswered = (by: Crash['by'], point: string): boolean => {
    const { points } = matrix.reference(by);
    return points.indexOf(point) >= points.indexOf('ANSWERED: the reply #1');
  };

  const isQuestion = (point: string): boolean => point.startsWith('model: asked');

  const crashesOf = (by: Crash['by']): readonly (Crash & { readonly point: string })[] =>
    matrix.reference(by).points.map((point) => ({ by, point, lives: [{ kill: point }] }));

  describe('a turn whose process is killed', () => {
    it('ends once with the expected result, or reports the calls whose outcome is unknown, at every point', async () => {
      const chosen = choosePoints(matrix.reference('worker').points);
      const sampled = {
        worker: samplePoints(chosen, half),
        reader: samplePoints(chosen, { ...half, first: first + every }),
      };
      const crashes = [...crashesOf('worker'), ...crashesOf('reader')].filter(
        ({ by, point }) => isFull || sampled[by].includes(point),
      );
      const wrong: string[] = [];
      const begin = performance.now();
      let unknown = 0;
      await matrix.crashAll(crashes, ({ by, point }, { ends, problems, report }) => {
        const tell = (problem: string): unknown => wrong.push(`${by}, ${point}: ${problem}`);
        problems.forEach(tell);
        if (!isKilled(ends)) tell('was not killed');
        if (isAnswered(by, point) && report.points.some(isQuestion)) tell('the model was asked again');
        if (isQuiet(point) && report.unknown.length > 0) tell(`${report.unknown.join()} must be known`);
        unknown += report.unknown.length;
      });
      if (isFull) {
        const seconds = Math.round((performance.now() - begin) / 1000);
        process.stdout.write(`${crashes.length} points, ${unknown} calls unknown, ${seconds} s\n`);
      }
      expect(wrong).toEqual([]);
      expect(unknown).toBeGreaterThan(0);
    });

    it.runIf(isWhole)('ends the same way if the recovering process is killed as well', async () => {
      const points = matrix.reference('worker').points;
      const everySixth = points.filter((_, index) => index % 6 === 0);
      const pairs = isFull
        ? everySixth.flatMap((kill) => [2, 11, 29, 47].map((killAfter) => [kill, killAfter] as const))
        : CRASHES.filter((_, index) => isInSample(few, index));
      const crashes = pairs.map(([kill, killAfter]) => ({
        by: 'worker' as const,
        point: `${kill}, then ${killAfter}`,
        lives: [{ kill }, { killAfter, aheadMs: 60_000 }],
      }));
      const wrong: string[] = [];
      let killedTwice = 0;
      await matrix.crashAll(crashes, ({ point }, { ends, problems }) => {
        wrong.push(...problems.map((problem) => `${point}: ${problem}`));
        if (isKilled(ends)) killedTwice++;
      });
      expect(wrong).toEqual([]);
      expect(killedTwice).toBeGreaterThan(0);
    });

    it.runIf(isWhole)('resumes as soon as its lease has expired, if both clocks show the same time', async () => {
      const lives = [{ kill: 'model: asked in round 1 #1', leaseMs: 1500 }];
      const { problems, report } = await matrix.crash({ by: 'worker', lives, aheadMs: 0 });
      expect(problems).toEqual([]);
      // A story that waits for a lease of the default length is reported as stuck.
      expect(report.runs.map(({ isOpen }) => isOpen)).toEqual([false]);
    });
  });

  describe.runIf(isWhole)('calls outside of a turn whose process is killed', () => {
    /** The requests are made again until they have an outcome, so a process may end with fewer of them. */
    const isOfRequest = (point: string): boolean => point.startsWith('requester: identify');

    it('have one run for each request and at most one body, and an outcome that is known or reported, at every point', async () => {
      const points = await matrix.pointsOfCalls();
      const chosen = isFull ? points : samplePoints(choosePoints(points), half);
      const crashes = chosen.map((kill) => ({
        by: 'worker' as const,
        story: 'calls' as const,
        lives: [{ kill, story: 'calls' as const }],
      }));
      const wrong: string[] = [];
      let unknown = 0;
      await matrix.crashAll(crashes, ({ lives }, { ends, problems, report }) => {
        const tell = (problem: string): unknown => wrong.push(`${lives[0]!.kill}: ${problem}`);
        problems.forEach(tell);
        if (!isKilled(ends) && !isOfRequest(lives[0]!.kill)) tell('was not killed');
        unknown += report.unknown.length;
      });
      expect(wrong).toEqual([]);
      expect(unknown).toBeGreaterThan(0);
    });
  });

  describe.runIf(isWhole)('a turn with agents inside its calls whose process is killed', () => {
    it('ends once, with the answers of its agents, or reports the calls whose outcome is unknown, at every point', async () => {
      const points = await matrix.pointsOfAgents();
      const chosen = isFull ? points : samplePoints(choosePoints(points), half);
      // Between the writes of two runs, in every one of them.
      const between = points.filter((point) => /INNER_ENDED|OUTER_ANSWERED/.test(point) && /reply|before/.test(point));
      const crashes = [
        ...new Set([...chosen, ...between.filter((_, index) => isInSample({ every, first }, index))]),
      ].map((kill) => ({
        by: 'worker' as const,
        story: 'agents' as const,
        lives: [{ kill, story: 'agents' as const }],
      }));
      const wrong: string[] = [];
      let unknown = 0;
      await matrix.crashAll(crashes, ({ lives }, { ends, problems, report }) => {
        const tell = (problem: string): unknown => wrong.push(`${lives[0]!.kill}: ${problem}`);
        problems.forEach(tell);
        if (!isKilled(ends)) tell('was not killed');
        unknown += report.unknown.length;
      });
      expect(wrong).toEqual([]);
      expect(unknown).toBeGreaterThan(0);
    });

    it('ends as canceled with everything inside it, at every point', async () => {
      const cancelAt = 'charge B-2: the body begins #1';
      const points = await matrix.pointsOfAgents(cancelAt);
      const chosen = points.filter((_, index) => isFull || isInSample(canceled, index));
      const crashes = chosen.map((kill) => ({
        by: 'worker' as const,
        story: 'agents' as const,
        lives: [{ cancelAt, kill, story: 'agents' as const }],
      }));
      const wrong: string[] = [];
      const statuses: string[] = [];
      await matrix.crashAll(crashes, ({ lives }, { problems, report }) => {
        wrong.push(...problems.map((problem) => `${lives[0]!.kill}: ${problem}`));
        statuses.push(report.runs[0]!.status);
      });
      expect(wrong).toEqual([]);
      expect(statuses).toContain('cancelled');
    });
  });

  describe.runIf(isWhole)('a turn whose tool has changed after the approval, in processes that are killed', () => {
    it('is asked about again, and ends once with the expected result, at every point', async () => {
      const after = isFull ? Array.from({ length: 60 }, (_, index) => index + 1) : [1, 7, 14, 21, 30];
      const chosen = after.filter((_, index) => isFull || isInSample(few, index));
      const crashes = chosen.map((killAfter) => ({
        by: 'worker' as const,
        point: `changed, then ${killAfter}`,
        // Everything is approved there, and nothing has run.
        lives: [{ kill: 'requester: rehydrate #1' }, { isChanged: true, killAfter, aheadMs: 60_000 }],
        isChanged: true,
      }));
      const wrong: string[] = [];
      const asked: number[] = [];
      await matrix.crashAll(crashes, ({ point }, { problems, report }) => {
        wrong.push(...problems.map((problem) => `${point}: ${problem}`));
        asked.push(report.askedAgain);
      });
      expect(wrong).toEqual([]);
      // The batch asks about one refund.
      expect(new Set(asked)).toEqual(new Set([1]));
    });
  });

  /** Where the first process is killed, and after how many points the second one. */
  const CRASHES = [
    ['PENDING PENDING PENDING SUSPENDED: the reply #1', 30],
    ['refund A-1 70: after the effect #1', 5],
    ['mail A-1: after the effect #1', 17],
    ['note one: before the effect #1', 44],
    ['charge B-2: before the effect #1', 3],
    ['ANSWERED: the reply #1', 6],
  ] as const;

  const isKilled = (ends: Aftermath['ends']): boolean =>
    ends.every((end) => end.type === 'ended' && end.signal === 'SIGKILL');

  describe.runIf(isWhole)('a turn that is canceled while a tool runs, and whose process is killed', () => {
    it('ends as canceled, or with the expected result if the cancellation was not written, at every point', async () => {
      const cancelAt = 'refund A-1 70: the body begins #1';
      const points = await matrix.pointsOfCanceled(cancelAt);
      const chosen = points.filter((_, index) => isFull || isInSample(canceled, index));
      const crashes = chosen.map((kill) => ({ by: 'worker' as const, point: kill, lives: [{ cancelAt, kill }] }));
      const wrong: string[] = [];
      const statuses: string[] = [];
      await matrix.crashAll(crashes, ({ point }, { problems, report }) => {
        wrong.push(...problems.map((problem) => `${point}: ${problem}`));
        statuses.push(report.runs[0]!.status);
      });
      expect(wrong).toEqual([]);
      expect(statuses).toContain('cancelled');
    });
  });

  describe.runIf(isWhole)('a turn whose process receives a signal to stop', () => {
    const stop = async (crash: Crash): Promise<Aftermath> => {
      const after = await matrix.crash({ ...crash, aheadMs: 0 });
      expect(after.problems).toEqual([]);
      expect(after.ends).toEqual([{ type: 'ended', signal: 'SIGTERM', code: null }]);
      return after;
    };

    it('reaches its next end if there is time for it', async () => {
      const { report } = await stop({ by: 'worker', lives: [{ stop: 'model: asked in round 1 #1', holdMs: 50 }] });
      expect(report.unknown).toEqual([]);
      // The process that stopped has called the model itself, and saved the next questions.
      expect(report.points).not.toContain('model: asked in round 1 #1');
      expect(report.points).not.toContain('model: asked in round 2 #1');
    });

    it.each(['worker', 'reader'] as const)('is released if the model does not answer: %s', async (by) => {
      const { report } = await stop({ by, lives: [{ stop: 'model: asked in round 1 #1', shutdownMs: 150 }] });
      expect(report.unknown).toEqual([]);
      expect(report.points).toContain('model: asked in round 1 #1');
    });

    it.each(['worker', 'reader'] as const)('reports a call as unknown if its tool does not return: %s', async (by) => {
      const lives = [{ stop: 'refund A-1 70: the body begins #1', shutdownMs: 150 }];
      const { report } = await stop({ by, lives });
      expect(report.unknown).toEqual(['refund-1']);
    });

    it('restarts a tool that may be restarted', async () => {
      const { report } = await stop({
        by: 'worker',
        lives: [{ stop: 'mail A-1: the body begins #1', shutdownMs: 150 }],
      });
      expect(report.unknown).toEqual([]);
    });
  });
});
