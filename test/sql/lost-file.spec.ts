import {
  copyFileSync,
  linkSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Kysely, sql } from 'kysely';
import { ChatClient, HumanApprovalStrategy } from 'toolgate';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore, SqlException } from 'toolgate/sql';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { bootDesk, Desk, yes } from '../approval/approval.fixture.js';
import { waits } from '../approval/waiting.fixture.js';

const GRACE = { id: 'grace' };
const folder = mkdtempSync(join(tmpdir(), 'toolgate-lost-'));
const closing: (() => Promise<unknown>)[] = [];
let files = 0;

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An application on a SQLite file. */
const restore = async (file: string, exclusive = true) => {
  const database = await openSqlDatabase({ sqlite: { file, exclusive } });
  await migrateToLatest(database);
  const model = new ScriptedChatModel([callsTools(toolCall('refund', { order: 'A-1', amount: 70 })), 'Done.']);
  const { app, approvals, desk } = await bootDesk(model, {
    store: new SqlApprovalStore(database),
    client: { tools: [Desk] },
    approval: { strategy: new HumanApprovalStrategy({ requirement: { allowEdit: true } }) },
  });
  closing.push(async () => {
    await app.close();
    await database.destroy();
  });
  return { app, database, approvals, desk };
};

/** An application on a new SQLite file in which a refund waits for a person. */
const start = async (exclusive: boolean) => {
  const file = join(folder, `${files++}.db`);
  const { app, database, approvals, desk } = await restore(file, exclusive);
  const { first, runId } = await waits(app.get(ChatClient).prompt('Refund').call());
  const approval = await approvals.get(first.id);
  const decide = () => approvals.decide(approval.id, yes(approval), GRACE);
  return { app, file, database, approvals, approval, decide, desk, runId, chat: app.get(ChatClient) };
};

const LOSSES: readonly (readonly [what: string, problem: RegExp, lose: (file: string) => void])[] = [
  ['deleted', /\.db was deleted/, (file) => renameSync(file, `${file}.away`)],
  [
    'replaced by an older copy of it',
    /\.db was replaced/,
    (file) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(file, `${file}.away`);
      renameSync(`${file}.copy`, file);
    },
  ],
  ['emptied', /\.db was (cut off|changed)/, (file) => truncateSync(file, 0)],
  ['deleted with its log', /\.db-wal was deleted/, (file) => rmSync(`${file}-wal`)],
];

const OTHER_LOSSES: typeof LOSSES = [
  ['cut off', /\.db was cut off/, (file) => truncateSync(file, 4096)],
  [
    'overwritten by other content of the same size',
    /\.db was changed/,
    (file) => writeFileSync(file, Buffer.alloc(statSync(file).size, 'Dear diary ')),
  ],
  ['left with half of its log', /\.db-wal was cut off/, (file) => truncateSync(`${file}-wal`, 4096)],
];

describe.each([
  ['for one process', true],
  ['for several processes', false],
])('a SQLite file %s that is lost while the application runs', (_, exclusive) => {
  it.each(exclusive ? [...LOSSES, ...OTHER_LOSSES] : LOSSES)(
    'acknowledges nothing after it is %s',
    async (_what, problem, lose) => {
      const { file, database, approvals, approval, decide, desk } = await start(exclusive);
      // One part of the data is in the file itself, and the other part is in its log.
      await sql`pragma wal_checkpoint(full)`.execute(database);
      await sql`create table notes (text text)`.execute(database);
      lose(file);
      for (let time = 0; time < 2; time++) {
        const error = await decide().catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(SqlException);
        expect(String(error)).toMatch(problem);
        expect(String(error)).toMatch(/Nothing was written\. .*start it again\.$/);
      }
      await expect(sql`insert into notes values ('late')`.execute(database)).rejects.toThrow(problem);
      expect(await approvals.get(approval.id)).toEqual(approval);
      expect(desk.done).toEqual([]);
    },
  );

  it('works again as soon as the file is back', async () => {
    const { file, decide, chat, runId } = await start(exclusive);
    renameSync(file, `${file}.away`);
    await expect(decide()).rejects.toThrow('was deleted');
    renameSync(`${file}.away`, file);
    expect(await decide()).toMatchObject({ status: 'APPROVED' });
    expect(await chat.resume(runId).call().content()).toBe('Done.');
  });

  it('can be saved to another file before the application stops', async () => {
    const { file, database, approval } = await start(exclusive);
    const stored = await new SqlApprovalStore(database).approval(approval.id);
    rmSync(file);
    await sql`vacuum into ${sql.lit(`${file}.saved`)}`.execute(database);
    const saved = await openSqlDatabase({ sqlite: { file: `${file}.saved` } });
    expect(stored).toMatchObject({ id: approval.id, status: 'PENDING' });
    expect(await new SqlApprovalStore(saved).approval(approval.id)).toEqual(stored);
    await saved.destroy();
  });
});

describe('a SQLite file on a full disk', () => {
  it('makes a decision fail as unavailable, and the same decision counts when there is room again', async () => {
    const { database, approvals, approval } = await start(true);
    const editedArguments = { order: 'A'.repeat(100_000), amount: 70 };
    const decide = () => approvals.decide(approval.id, { ...yes(approval), editedArguments }, GRACE);
    await sql`vacuum`.execute(database);
    await sql`pragma max_page_count = 1`.execute(database);
    await expect(decide()).rejects.toMatchObject({
      problem: 'unavailable',
      cause: { cause: { code: 'SQLITE_FULL' } },
    });
    expect(await approvals.get(approval.id)).toEqual(approval);
    await sql`pragma max_page_count = 100000`.execute(database);
    expect(await decide()).toMatchObject({ status: 'APPROVED', arguments: editedArguments });
  });
});

describe('a restored backup of a SQLite file', () => {
  it('starts an approved call again, with its key, unless its run is canceled first', async () => {
    const { file, database, decide, desk, runId, chat } = await start(true);
    await decide();
    for (const copy of ['kept', 'canceled']) {
      await sql`vacuum into ${sql.lit(`${file}.${copy}`)}`.execute(database);
    }
    await chat.resume(runId).call().content();
    const kept = await restore(`${file}.kept`);
    expect((await kept.approvals.list({ status: 'APPROVED' })).items).toMatchObject([{ runId }]);
    await kept.approvals.runs.resume(runId);
    expect(desk.done).toEqual([expect.stringContaining(runId)]);
    expect(kept.desk.done).toEqual(desk.done);
    const canceled = await restore(`${file}.canceled`);
    expect(await canceled.approvals.runs.cancel(runId, GRACE)).toMatchObject({ status: 'cancelled' });
    expect(canceled.desk.done).toEqual([]);
  });
});

describe('a SQLite file that loses nothing', () => {
  const fill = async (database: Kysely<unknown>, rows: number): Promise<void> => {
    for (let row = 0; row < rows; row++) {
      await sql`insert into notes values (${'a long line '.repeat(300)})`.execute(database);
    }
  };

  it('may be copied, linked and touched, grow and shrink, and have its log checkpointed', async () => {
    const { file, database, decide } = await start(true);
    await sql`create table notes (text text)`.execute(database);
    copyFileSync(file, `${file}.copy`);
    linkSync(file, `${file}.link`);
    utimesSync(file, new Date(), new Date());
    // More than SQLite keeps in its log before a checkpoint.
    await fill(database, 1200);
    await sql`delete from notes`.execute(database);
    await sql`vacuum`.execute(database);
    await sql`pragma wal_checkpoint(truncate)`.execute(database);
    await fill(database, 3);
    expect(await decide()).toMatchObject({ status: 'APPROVED' });
  });

  it('may lose its log, which is written again when the file is closed', async () => {
    const { file, app, database, approval } = await start(true);
    const stored = await new SqlApprovalStore(database).approval(approval.id);
    rmSync(`${file}-wal`);
    await app.close();
    await database.destroy();
    const again = await openSqlDatabase({ sqlite: { file } });
    expect(stored).toMatchObject({ id: approval.id, status: 'PENDING' });
    expect(await new SqlApprovalStore(again).approval(approval.id)).toEqual(stored);
    await again.destroy();
  });

  it('may be in memory', async () => {
    const database = await openSqlDatabase({ sqlite: { file: ':memory:' } });
    await migrateToLatest(database);
    await database.destroy();
  });
});
