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
      const done = await writing.selectFrom('desk_effects').select('result').where('key', '=', key).executeTakeFirst();
      if (done) return JSON.parse(done.result) as T;
      const result = await effect(writing);
      await writing
        .insertInto('desk_effects')
        .values({ key, result: JSON.stringify(result) })
        .execute();
      return result;
    });
  }
}
