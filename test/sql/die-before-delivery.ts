import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, ToolgateModule } from 'toolgate';
import { ApprovalChannel, HumanApprovalStrategy } from 'toolgate/approval';
import { SqlModule } from 'toolgate/sql';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { Askers, Desk } from '../approval/approval.fixture.js';

const [file = '', when = ''] = process.argv.slice(2);

const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

/** Kills the process at the beginning of its first delivery. */
class DyingChannel extends ApprovalChannel {
  readonly name = 'desk';
  readonly deliver = die;
}

const model = new ScriptedChatModel([callsTools(toolCall('refund', { order: 'A-1', amount: 70 }))]);
const approval = {
  strategy: new HumanApprovalStrategy(),
  requester: new Askers(),
  worker: when === 'during the delivery',
};

@Module({
  imports: [SqlModule.forRoot({ sqlite: { file } }), ToolgateModule.forRoot({ model, approval })],
  providers: [Desk, DyingChannel],
})
class AppModule {}

const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
await app.get(ChatClient).prompt('Refund A-1').tools(Desk).call().outcome();
if (when === 'before the delivery') await die();
