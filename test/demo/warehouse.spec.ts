import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import { OfflineSupportModel } from '../../apps/demo/src/model/offline-support.model.js';
import { newDatabase, openDesk, type RunningDesk } from './desk.fixture.js';
import { compiledProgram } from '../run/compiled-program.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let desk: RunningDesk | undefined;

afterEach(async () => {
  await desk?.app.close();
  desk = undefined;
});

const writeOff = async (url: string, item: string) => {
  const program = await compiledProgram('apps/demo/src/warehouse/main');
  const env = { ...process.env, DESK_URL: `${url}/approvals`, NO_COLOR: '1' };
  const child = spawn(process.execPath, [program, item, '2'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'exit');
  return Promise.all([text(child.stdout), text(child.stderr), exit]);
};

it.each([
  ['approve', 'Wrote off 2 × desk lamp. 10 are left.'],
  ['reject', '"status":"rejected","reason":"Count again"'],
])('the warehouse, which has no store, is decided at the desk: %s', async (decision, printed) => {
  desk = await openDesk(newDatabase(), new OfflineSupportModel());
  const { url, as } = desk;
  const running = writeOff(url, 'desk lamp');
  const asked = await vi.waitFor(
    async () => {
      const { items } = await as('grace').list({ status: 'PENDING' });
      if (!items[0]) throw new Error('The desk has nothing to decide.');
      return items[0];
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(asked).toMatchObject({ application: 'warehouse', toolName: 'writeOff', tenant: 'acme' });
  const { id, revision, argsHash } = asked;
  const given = { decision: decision as 'approve', revision, argsHash };
  await expect(as('sam').decide(id, given)).rejects.toMatchObject({ problem: 'not-eligible' });
  await as('grace').decide(id, { ...given, ...(decision === 'reject' && { reason: 'Count again' }) });
  const [output, errors] = await running;
  expect(output + errors).toContain(printed);
});
