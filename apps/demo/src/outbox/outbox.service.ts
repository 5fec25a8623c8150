import { Inject, Injectable } from '@nestjs/common';
import { SQL_DATABASE } from 'toolgate/sql';
import type { DeskDatabase } from '../database/desk-tables.js';
import { Effects } from '../database/effects.js';
import type { Email } from './email.js';

/** Replaces a mail server: stores sent e-mails for inspection. */
@Injectable()
export class OutboxService {
  constructor(
    @Inject(SQL_DATABASE) private readonly database: DeskDatabase,
    private readonly effects: Effects,
  ) {}

  async send({ tenant, to, subject, body }: Email, key: string): Promise<void> {
    await this.effects.once(key, async (writing) => {
      await writing.insertInto('desk_outbox').values({ tenant, to, subject, body }).execute();
      return null;
    });
  }

  all(): Promise<readonly Email[]> {
    return this.database.selectFrom('desk_outbox').select(['tenant', 'to', 'subject', 'body']).orderBy('id').execute();
  }
}
