// #region sqlite
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { ToolgateModule } from 'toolgate';
import { SqlModule } from 'toolgate/sql';
import { ScriptedChatModel } from 'toolgate/testing';

// A new folder, so that the example runs anywhere. Use a permanent folder.
const folder = mkdtempSync(join(tmpdir(), 'toolgate-'));
const file = join(folder, 'toolgate.db');
const model = new ScriptedChatModel(['Nice to meet you, Ann.', 'You are Ann.']);

@Module({
  imports: [ToolgateModule.forRoot({ model, memory: true }), SqlModule.forRoot({ sqlite: { file } })],
})
class AppModule {}
// #endregion
import { rmSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { Test } from '@nestjs/testing';
import { ChatClient, Tool, ToolApprovalStrategy, type ToolContext } from 'toolgate';
import { ApprovalService, HumanApprovalStrategy, RequesterResolver } from 'toolgate/approval';
import { ChatMemoryRepository } from 'toolgate/memory';
import { EmbeddingModel, VectorStore } from 'toolgate/model';
import { migrateToLatest, openSqlDatabase, SqlChatMemoryRepository } from 'toolgate/sql';
import { callsTools, HashEmbeddingModel, toolCall } from 'toolgate/testing';

const vectorFile = join(folder, 'vectors.db');
const embeddings = new HashEmbeddingModel();
const refundModel = new ScriptedChatModel([callsTools(toolCall('refund', { orderNumber: 'A-1042' })), 'It is done.']);

@Injectable()
class Refunds {
  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string): string {
    return `Refunded ${orderNumber}`;
  }
}

@Injectable()
class SignedIn extends RequesterResolver {
  identify({ data }: ToolContext) {
    return { id: String(data['user']) };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

// #region approvals
@Module({
  imports: [ToolgateModule.forRoot({ model: refundModel }), SqlModule.forRoot({ sqlite: { file } })],
  providers: [
    Refunds,
    { provide: RequesterResolver, useClass: SignedIn },
    { provide: ToolApprovalStrategy, useFactory: () => new HumanApprovalStrategy() },
  ],
})
class RefundsModule {}
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

  /** Call it once a day, for example with `@Cron()` of `@nestjs/schedule`. */
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

// #region vectors
@Injectable()
class Handbook {
  constructor(private readonly vectors: VectorStore) {}

  async learn(texts: Readonly<Record<string, string>>): Promise<void> {
    const documents = Object.entries(texts).map(([id, text]) => ({ id, text, metadata: { source: 'handbook' } }));
    await this.vectors.add(documents);
  }

  async find(question: string): Promise<readonly string[]> {
    const found = await this.vectors.search({ text: question, topK: 3, filter: { source: 'handbook' } });
    return found.map(({ id }) => id);
  }
}

@Module({
  imports: [ToolgateModule.forRoot({ model }), SqlModule.forRoot({ sqlite: { file: vectorFile }, vectors: true })],
  providers: [Handbook, { provide: EmbeddingModel, useValue: embeddings }],
})
class HandbookModule {}
// #endregion

const askHandbook = async (): Promise<readonly string[]> => {
  const app = await Test.createTestingModule({ imports: [HandbookModule] }).compile();
  await app.init();
  const handbook = app.get(Handbook);
  await handbook.learn({ returns: 'Lamps are returned within 30 days', opening: 'The shop opens at nine' });
  const found = await handbook.find('When are lamps returned?');
  await app.close();
  return found;
};

// #region reassign
const reassign = async (connectionString: string): Promise<void> => {
  const database = await openSqlDatabase({ postgres: { connectionString } });
  const repository = new SqlChatMemoryRepository(database);
  for (const id of await repository.conversations()) {
    const [tenant, conversation] = id.split('/');
    if (tenant && conversation) await repository.reassign(id, { tenant, conversation });
  }
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

// #region wait
const startAgain = () => Test.createTestingModule({ imports: [RefundsModule] }).compile();

const refund = async () => {
  const before = await startAgain();
  await before.init();
  const chat = before.get(ChatClient).prompt('Refund A-1042').tools(Refunds).toolContext({ user: 'ann' });
  const asked = await chat.call().outcome();
  await before.close();

  const after = await startAgain();
  await after.init();
  const approvals = after.get(ApprovalService);
  const { items } = await approvals.list({ status: 'PENDING' });
  const { id, revision, argsHash, runId } = items[0]!;
  await approvals.decide(id, { decisionId: 'grace-1', decision: 'approve', revision, argsHash }, { id: 'grace' });
  const answer = await after.get(ChatClient).resume(runId).call().content();
  const { status } = await approvals.get(id);
  await after.close();
  return { asked: asked.status, answer, status };
};
// #endregion

export const examples = [DatabaseModule, Retention, migrate, reassign];

export const run = async (): Promise<unknown> => {
  try {
    const answers = [await ask('I am Ann.'), await ask('Who am I?')];
    return {
      answers,
      roles: model.prompts[1]!.messages.map(({ role }) => role),
      refund: await refund(),
      handbook: await askHandbook(),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
};
