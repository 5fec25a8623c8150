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

// What every page that reads its data from the door needs: a script, one request and one line of the answer.
const LINE = `
  const { items: [{ id, toolName }] } = await (await fetch('/approvals?status=PENDING&limit=1')).json();
  const link = document.body.appendChild(document.createElement('main')).appendChild(document.createElement('a'));
  link.href = '?approval=' + id;
  link.textContent = toolName;
`;

@Controller()
class Pages {
  @Get('empty')
  @Header('content-type', 'text/html')
  empty(): string {
    return '<!doctype html><title>Empty</title><h1>Empty</h1>';
  }

  @Get('line')
  @Header('content-type', 'text/html')
  line(): string {
    return '<!doctype html><title>Line</title><script type="module" src="/line.js"></script>';
  }

  @Get('line.js')
  @Header('content-type', 'text/javascript')
  @Header('cache-control', 'public, max-age=31536000, immutable')
  script(): string {
    return LINE;
  }
}

/** The addresses of the inbox, of an empty page, and of the smallest page that shows an approval. */
export interface ServedInbox {
  readonly app: INestApplication;
  readonly inbox: string;
  readonly empty: string;
  readonly line: string;
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
    controllers: [Pages],
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
  return { app, inbox: `${origin}/approvals/inbox`, empty: `${origin}/empty`, line: `${origin}/line` };
};
