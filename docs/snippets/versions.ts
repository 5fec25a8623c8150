import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// #region update
import { migrateToLatest, openSqlDatabase } from 'toolgate/sql';

const update = async (connection: Parameters<typeof openSqlDatabase>[0]): Promise<void> => {
  const database = await openSqlDatabase(connection);
  await migrateToLatest(database);
  await database.destroy();
};
// #endregion

export const run = async (): Promise<unknown> => {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-'));
  const updated: string[] = [];
  for (let times = 0; times < 2; times++) {
    await update({ sqlite: { file: join(folder, 'toolgate.db') } });
    updated.push('updated');
  }
  rmSync(folder, { recursive: true });
  return updated;
};
