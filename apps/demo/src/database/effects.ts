import { Inject, Injectable } from '@nestjs/common';
import { SQL_DATABASE } from 'toolgate/sql';
import type { DeskDatabase, DeskTransaction } from './desk-tables.js';

/** Runs an effect once per idempotency key, even if a call starts again because its process was killed. */
@Injectable()
export class Effects {
  constructor(@Inject(SQL_DATABASE) private readonly database: DeskDatabase) {}

  /** Writes the effect and its key together, or neither. A second call with the key returns the first result. */
  once<T>(key: string, effect: (writing: DeskTransaction) => Promise<T>): Promise<T> {
    return this.database.transaction().execute(async (writing) => {
      // On PostgreSQL, another instance with the same key waits here until this transaction has ended.
      const { numInsertedOrUpdatedRows } = await writing
        .insertInto('desk_effects')
        .values({ key, result: 'null' })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .executeTakeFirstOrThrow();
      if (!numInsertedOrUpdatedRows) {
        const done = writing.selectFrom('desk_effects').select('result').where('key', '=', key);
        return JSON.parse((await done.executeTakeFirstOrThrow()).result) as T;
      }
      const result = await effect(writing);
      const written = JSON.stringify(result);
      await writing.updateTable('desk_effects').set({ result: written }).where('key', '=', key).execute();
      return result;
    });
  }
}
