// The server of the inbox, in a process of its own, because the browser is driven by the process of the benchmark.
import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, HumanApprovalStrategy, RequesterResolver, toolCallback, ToolgateModule } from 'toolgate';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { ApprovalsHttpModule, PrincipalResolver } from 'toolgate/http';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { ComparedPages } from './compared-pages.js';

const refund = toolCallback({
  name: 'refund',
  description: 'Refunds an order to the card that paid it',
  inputSchema: {
    type: 'object',
    properties: { orderNumber: { type: 'string' }, amount: { type: 'number' }, currency: { enum: ['EUR', 'USD'] } },
    required: ['orderNumber', 'amount', 'currency'],
  },
  requiresApproval: true,
  call: () => 'Refunded',
});

class Askers extends RequesterResolver {
  identify() {
    return { id: 'ada' };
  }
  rehydrate() {
    return { type: 'present' } as const;
  }
}

class Grace extends PrincipalResolver {
  principal() {
    return { approver: { id: 'grace' } };
  }
}

const waiting = Number(process.argv[2]);
const script = Array.from({ length: waiting }, (_, index) =>
  callsTools(toolCall('refund', { orderNumber: `A-${1000 + index}`, amount: 20 + index, currency: 'EUR' })),
);
const approval = {
  strategy: new HumanApprovalStrategy(),
  requester: new Askers(),
  store: new InMemoryApprovalStore(),
  worker: false,
};

@Module({
  imports: [
    ToolgateModule.forRoot({ model: new ScriptedChatModel(script), approval }),
    ApprovalsHttpModule.forRoot({ inbox: true }),
  ],
  controllers: [ComparedPages],
  providers: [
    { provide: 'refund', useValue: refund },
    { provide: PrincipalResolver, useClass: Grace },
  ],
})
class App {}

const app = await NestFactory.create(App, { logger: ['error', 'warn'] });
await app.listen(0, '127.0.0.1');
const chat = app.get(ChatClient);
for (let index = 0; index < waiting; index++) await chat.prompt('Refund').tools(refund).call().outcome();
process.send?.(`http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`);
