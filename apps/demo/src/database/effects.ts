import { Inject, Injectable } from '@nestjs/common';
import { SQL_DATABASE } from 'toolgate/sql';
import type { DeskDatabase, DeskTransaction } from './desk-tables.js';

/** Has effects once for each idempotency key, also where a call is started again because its process was killed. */
@Injectable()
export class Effects {
  constructor(@Inject(SQL_DATABASE) private readonly database: DeskDatabase) {}

  /** The effect and its key are written together, or neither: whoever comes again with the key gets the result of the first time. */
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
