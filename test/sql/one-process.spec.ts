import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Test } from '@nestjs/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ApprovalStore } from 'toolgate/approval';
import { openSqlDatabase, SqlApprovalStore, SqlException, SqlModule } from 'toolgate/sql';
import { compiledProgram } from '../run/compiled-program.js';

const MINUTE = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'toolgate-one-process-'));
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Another process that has opened a file, and passes on each line that it prints afterwards. */
const hold = async (file: string, told: (line: string) => void = () => {}): Promise<ChildProcess> => {
  const program = await compiledProgram('test/sql/hold-file');
  const child = spawn(process.execPath, [program, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The process ended before it had opened the file.')));
    createInterface({ input: child.stdout! }).on('line', (line) => (line === 'ready' ? resolve() : told(line)));
  });
  return child;
};

const ended = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once('close', resolve));

const boot = async (file: string, options: object = {}) => {
  const sqlite = { file, busyTimeoutMs: 50, ...options };
  const app = await Test.createTestingModule({ imports: [SqlModule.forRoot({ sqlite })] }).compile();
  return app.init();
};

describe('a SQLite file that another process has opened', () => {
  it(
    'stops the start of a second one, whose error mentions PostgreSQL, until the first is killed',
    async () => {
      const file = join(folder, 'held.db');
      const holder = await hold(file);
      const starting = boot(file);
      await expect(starting).rejects.toThrow(SqlException);
      await expect(starting).rejects.toThrow(/held\.db is open already, .*belongs to one process.*use PostgreSQL/);
      await expect(boot(file, { exclusive: false })).rejects.toThrow('is open already');

      holder.kill('SIGKILL');
      await ended(holder);
      await (await boot(file)).close();
    },
    MINUTE,
  );

  it(
    'can be awaited, as long as the options say, while the other process ends',
    async () => {
      const file = join(folder, 'ending.db');
      const holder = await hold(file);
      const starting = boot(file, { busyTimeoutMs: 30_000 });
      setTimeout(() => holder.kill('SIGKILL'), 200);
      await (await starting).close();
    },
    MINUTE,
  );

  it(
    'contains every change that was committed before the other process was killed, and no partial one',
    async () => {
      const file = join(folder, 'killed.db');
      let last = 0;
      const holder = await hold(file, (line) => {
        last = Number(line);
        if (last === 50) holder.kill('SIGKILL');
      });
      holder.stdin!.write('go\n');
      await ended(holder);

      const database = await openSqlDatabase({ sqlite: { file } });
      const store = new SqlApprovalStore(database);
      const { version } = (await store.state('r'))!.run;
      expect(version).toBeGreaterThanOrEqual(last);
      const told = (await store.events('r')).map(({ data }) => data!['version']);
      expect(told).toEqual(Array.from({ length: version }, (_, index) => index + 1));
      await database.destroy();
    },
    MINUTE,
  );
});

describe('a SQLite file within one process', () => {
  it('belongs to one module at a time, and is free as soon as that module is closed', async () => {
    const file = join(folder, 'closed.db');
    for (let round = 0; round < 3; round++) {
      const app = await boot(file);
      expect(await app.get(ApprovalStore).runs({})).toEqual({ items: [] });
      await expect(boot(file)).rejects.toThrow('is open already');
      await app.close();
    }
  });

  it('is free again if no statement ran, and if the start failed', async () => {
    const file = join(folder, 'unused.db');
    await (await openSqlDatabase({ sqlite: { file } })).destroy();
    const unmigrated = Test.createTestingModule({ imports: [SqlModule.forRoot({ sqlite: { file }, migrate: false })] });
    await expect(unmigrated.compile()).rejects.toThrow('lacks these migrations');
    await (await boot(file)).close();
  });

  it('may be shared if each module allows it', async () => {
    const file = join(folder, 'shared.db');
    const apps = [await boot(file, { exclusive: false }), await boot(file, { exclusive: false })];
    await expect(boot(file)).rejects.toThrow('is open already');
    for (const app of apps) await app.close();
  });
});
