import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import { Box, bootWith } from '../approval/notices.fixture.js';
import { compiledProgram } from '../run/compiled-program.js';

const folder = mkdtempSync(join(tmpdir(), 'toolgate-killed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a process that saves a turn and is killed. Returns the signal that ended it. */
const killed = async (file: string, when: string): Promise<NodeJS.Signals | null> => {
  const program = await compiledProgram('test/sql/die-before-delivery');
  const child = spawn(process.execPath, [program, file, when], { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)));
};

it.each(['before the delivery', 'during the delivery'])(
  'a notice of a process that is killed %s is delivered by the next one',
  async (when) => {
    const file = join(folder, `${when}.db`);
    expect(await killed(file, when)).toBe('SIGKILL');
    const database = await openSqlDatabase({ sqlite: { file } });
    // The killed process had reserved the notice for a time, which has passed by this clock.
    const store = new SqlApprovalStore(database, { now: () => Date.now() + 60_000 });
    const box = new Box('desk');
    const { app, notices } = await bootWith(store, [box]);
    await notices.deliver();
    expect(box.kindsReceived).toEqual(['asked']);
    await app.close();
    await database.destroy();
  },
  60_000,
);
