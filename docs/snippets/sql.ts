import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Injectable, Module } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { Test } from '@nestjs/testing';
import { ChatClient, ToolgateModule } from 'toolgate';
import { ChatMemoryRepository } from 'toolgate/memory';
import { migrateToLatest, openSqlDatabase, SqlModule } from 'toolgate/sql';
import { ScriptedChatModel } from 'toolgate/testing';

const folder = mkdtempSync(join(tmpdir(), 'toolgate-'));
const file = join(folder, 'toolgate.db');
const model = new ScriptedChatModel(['Nice to meet you, Ann.', 'You are Ann.']);

// #region sqlite
@Module({
  imports: [ToolgateModule.forRoot({ model, memory: true }), SqlModule.forRoot({ sqlite: { file } })],
})
class AppModule {}
// #endregion

// #region postgres
@Module({
  imports: [
    SqlModule.forRootAsync({
      imports: [ConfigModule],
      inject: [ConfigService],
      useFactory: (config: ConfigService) => ({
        postgres: { connectionString: config.getOrThrow('DATABASE_URL') },
        migrate: false,
      }),
    }),
  ],
})
class DatabaseModule {}
// #endregion

// #region expire
@Injectable()
class Retention {
  constructor(private readonly conversations: ChatMemoryRepository) {}

  /** Call it once a day, with `@Cron()` of `@nestjs/schedule`, say. */
  forgetLastYear(): Promise<number> {
    const yearAgo = new Date(Date.now() - 365 * 24 * 60 * 60 * 1000);
    return this.conversations.deleteUnusedSince(yearAgo);
  }
}
// #endregion

// #region migrate
const migrate = async (connectionString: string): Promise<void> => {
  const database = await openSqlDatabase({ postgres: { connectionString } });
  await migrateToLatest(database);
  await database.destroy();
};
// #endregion

// #region restart
const ask = async (question: string) => {
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  await app.init();
  const answer = await app.get(ChatClient).prompt(question).conversation('ann').call().content();
  await app.close();
  return answer;
};
// #endregion

export const examples = [DatabaseModule, Retention, migrate];

export const run = async (): Promise<unknown> => {
  try {
    const answers = [await ask('I am Ann.'), await ask('Who am I?')];
    return { answers, told: model.prompts[1]!.messages.map(({ role }) => role) };
  } finally {
    rmSync(folder, { recursive: true });
  }
};
