import type { AddressInfo } from 'node:net';
import { Controller, Get, Header, type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, HumanApprovalStrategy, RequesterResolver, toolCallback, ToolgateModule } from 'toolgate';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { ApprovalsHttpModule, PrincipalResolver } from 'toolgate/http';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

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

@Controller('empty')
class EmptyPage {
  @Get()
  @Header('content-type', 'text/html')
  page(): string {
    return '<!doctype html><title>Empty</title><h1>Empty</h1>';
  }
}

/** An application with the inbox and an empty page. */
export interface ServedInbox {
  readonly app: INestApplication;
  readonly inbox: string;
  readonly empty: string;
}

/** Serves an inbox in which so many refunds wait. */
export const serveInbox = async (waiting: number): Promise<ServedInbox> => {
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
    controllers: [EmptyPage],
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
  const origin = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  return { app, inbox: `${origin}/approvals/inbox`, empty: `${origin}/empty` };
};
