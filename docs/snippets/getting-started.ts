import 'reflect-metadata';
import type { INestApplication, Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ChatModel } from 'toolgate';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { AppModule } from './getting-started/first.module.js';

/** Starts a step of the page with a script instead of the provider, so that it needs no key. */
export const startStep = async (step: Type, script: readonly ScriptedAnswer[]): Promise<INestApplication> => {
  const testing = await Test.createTestingModule({ imports: [step] })
    .overrideProvider(ChatModel)
    .useValue(new ScriptedChatModel(script))
    .compile();
  const app = testing.createNestApplication({ logger: false });
  // #region hooks
  app.enableShutdownHooks();
  // #endregion
  await app.listen(0);
  return app;
};

export const found: readonly ScriptedAnswer[] = [
  callsTools(toolCall('findOrder', { orderNumber: 'A-1042' })),
  'Order A-1042 was delivered. Its amount is 80.',
];

export const run = async (): Promise<unknown> => {
  const app = await startStep(AppModule, found);
  const body = JSON.stringify({ message: 'What happened to order A-1042?' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${await app.getUrl()}/chat`, { method: 'POST', headers, body });
  await app.close();
  return answer.json();
};
