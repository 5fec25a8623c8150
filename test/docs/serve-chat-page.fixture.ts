import type { AddressInfo } from 'node:net';
import { Controller, Get, Header, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { ChatModel } from 'toolgate';
import { ApprovalService } from 'toolgate/approval';
import { type ScriptedAnswer, ScriptedChatModel } from 'toolgate/testing';
import { supportApplication } from '../../docs/snippets/use-chat.js';
import { decision } from '../http/door.fixture.js';

interface Visit {
  readonly headers: { readonly cookie?: string };
  user?: { readonly id: string };
}

/** Starts an application with a chat, by default that of `use-chat.md`. The script of its page is `code`. A cookie names the user. */
export const serveChatPage = async (
  code: string,
  script: readonly ScriptedAnswer[],
  application: (model: ChatModel) => Type = supportApplication,
) => {
  @Controller()
  class PageController {
    @Get()
    @Header('content-type', 'text/html')
    page(): string {
      return '<!doctype html><link rel="icon" href="data:,"><main></main><script type="module" src="page.js"></script>';
    }

    @Get('page.js')
    @Header('content-type', 'text/javascript')
    code(): string {
      return code;
    }
  }

  const model = new ScriptedChatModel(script);
  const module = await Test.createTestingModule({
    imports: [application(model)],
    controllers: [PageController],
  }).compile();
  const app = module.createNestApplication({ logger: false, forceCloseConnections: true });
  app.use((visit: Visit, _: unknown, next: () => void) => {
    const [, id] = /toolgate-person=(\w+)/.exec(visit.headers.cookie ?? '') ?? [];
    if (id !== undefined) visit.user = { id };
    next();
  });
  await app.listen(0, '127.0.0.1');
  const approvals = app.get(ApprovalService);
  const { port } = app.getHttpServer().address() as AddressInfo;

  return {
    app,
    model,
    inbox: `http://127.0.0.1:${port}/`,
    /** Decides the oldest approval that waits, as another person and by no route of the chat. */
    decideElsewhere: async (given: object = {}): Promise<void> => {
      const [oldest] = (await approvals.list({ status: 'PENDING', order: 'oldest' })).items;
      await approvals.decide(oldest!.id, decision(oldest!, given) as never, { id: 'grace' });
    },
  };
};
