// #region instances
import { Module } from '@nestjs/common';
import { ToolgateModule } from 'toolgate';
import { PostgresModule } from 'toolgate/postgres';
import { SqlModule } from 'toolgate/sql';

@Module({
  imports: [
    ToolgateModule.forRoot({}),
    SqlModule.forRootAsync({
      liveTurns: true,
      useFactory: () => ({ postgres: { connectionString: process.env['DATABASE_URL'] ?? 'postgres://localhost/app' } }),
    }),
    PostgresModule.forRoot(),
  ],
})
class AppModule {}
// #endregion
import { Test } from '@nestjs/testing';
import { lastValueFrom, toArray } from 'rxjs';
import { ChatClient, ChatModel } from 'toolgate';
import { RequesterResolver } from 'toolgate/approval';
import { ScriptedChatModel } from 'toolgate/testing';
import { Ann } from '../many-instances/ann.js';

const startInstance = async () => {
  const app = await Test.createTestingModule({
    imports: [AppModule],
    providers: [
      { provide: ChatModel, useValue: new ScriptedChatModel(['It is on its way.'], { chunkSize: 9 }) },
      { provide: RequesterResolver, useClass: Ann },
    ],
  }).compile();
  await app.init();
  return { app, chat: app.get(ChatClient) };
};

/** Starts a turn in one instance, and returns the text that another one reads. */
export const readElsewhere = async (): Promise<string> => {
  const [first, second] = [await startInstance(), await startInstance()];
  const turn = first.chat.prompt('Where is A-1042?').stream().live();
  await turn.opened;
  const followed = await second.chat.follow(turn.runId, { id: 'ann', administrator: false });
  if (!followed) throw new Error('It must be found.');
  const parts = await lastValueFrom(followed.parts().pipe(toArray()));
  await first.app.close();
  await second.app.close();
  return parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
};
