import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';

const MINUTE = 60_000;
const LAST = 60;
const folder = mkdtempSync(join(tmpdir(), 'toolgate-closing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = (name: string, ...args: readonly string[]) => [
  '--import',
  './test/sql/source-loader.mjs',
  `test/sql/${name}`,
  ...args,
];

interface Closed {
  readonly steps: number;
  /** What became of changes of three runs, and of two readers. */
  readonly ends: readonly string[];
  readonly late: string;
  readonly kept: readonly string[];
}

describe('a SQLite file that is closed while it is written', () => {
  it(
    'ends what it has begun and refuses the rest, wherever that happens, and the process goes on',
    async () => {
      const { stdout } = await promisify(execFile)(process.execPath, program('close-early.ts', folder, String(LAST)));
      const closed = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Closed);
      expect(closed.map(({ steps }) => steps)).toEqual(Array.from({ length: LAST + 1 }, (_, steps) => steps));
      for (const { ends, late, kept } of closed) {
        expect(['a', 'b', 'c'].filter((_, index) => ends[index] === 'done')).toEqual(kept);
        for (const end of ends.slice(0, 4)) expect(['done', 'StoreUnavailableException']).toContain(end);
        expect(['done', 'DatabaseClosedException']).toContain(ends[4]);
        expect(late).toBe('StoreUnavailableException');
      }
      // Some of them were closed before anything was written, and some behind it all.
      expect(new Set(closed.map(({ kept }) => kept.join()))).toEqual(new Set(['', 'a', 'a,b', 'a,b,c']));
    },
    MINUTE,
  );
});
