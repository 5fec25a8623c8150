// #region controller
import { Controller, Injectable, Module } from '@nestjs/common';
import { Tool, ToolgateModule } from 'toolgate';
import { ApprovalsHttpModule, type UiChatAgent, UiChatController } from 'toolgate/http';

@Injectable()
class Refunds {
  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string, amount: number): string {
    return `Refunded ${amount} of ${orderNumber}`;
  }
}

@Controller('chat')
class ChatController extends UiChatController {
  prompt: UiChatAgent['prompt'] = (prompt, { by }) => prompt.tools(Refunds).toolContext({ user: by.id });
}

@Module({
  imports: [ApprovalsHttpModule.forRoot()],
  controllers: [ChatController],
  providers: [Refunds],
})
class SupportModule {}
// #endregion

// #region module
import { HumanApprovalStrategy, InMemoryApprovalStore, type ChatModel, RequesterResolver, ToolContext } from 'toolgate';
import { PrincipalResolver } from 'toolgate/http';

/** The user that a guard of the application has authenticated. */
interface SignedIn {
  readonly user?: { readonly id: string; readonly roles: readonly string[] };
}

class Sessions extends PrincipalResolver {
  principal({ user }: SignedIn) {
    return user && { approver: { id: user.id } };
  }
}

class Customers extends RequesterResolver {
  identify({ data }: ToolContext<{ user: string }>) {
    return { id: data.user };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

const supportApplication = (model: ChatModel) => {
  const approval = {
    strategy: new HumanApprovalStrategy(),
    requester: new Customers(),
    store: new InMemoryApprovalStore(),
  };

  @Module({
    imports: [ToolgateModule.forRoot({ model, memory: true, approval }), SupportModule],
    providers: [{ provide: PrincipalResolver, useClass: Sessions }],
  })
  class AppModule {}

  return AppModule;
};
// #endregion

// #region guard
import { type CanActivate, type ExecutionContext, ForbiddenException } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { isFrontDoorRoute } from 'toolgate/http';

/** Refuses customers at the front door. It runs after the guard that authenticates. */
class StaffGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { user } = context.switchToHttp().getRequest<SignedIn>();
    const isCustomer = user && !user.roles.includes('staff');
    if (isCustomer && isFrontDoorRoute(context)) throw new ForbiddenException('Only the staff decides.');
    return true;
  }
}

const staffGuard = { provide: APP_GUARD, useClass: StaffGuard };
// #endregion

// #region saved
import { Get, Param, Req, UnauthorizedException } from '@nestjs/common';
import { type UiChatPerson, type UiMessage, uiMessages } from 'toolgate/http';
import { ChatMemoryRepository } from 'toolgate/memory';
import type { Message } from 'toolgate/model';

@Controller('saved-chat')
class SavedChatController extends ChatController {
  constructor(private readonly memory: ChatMemoryRepository) {
    super();
  }

  /** Contains the person, so that no other person can name it. */
  override conversation({ by, chat }: UiChatPerson): string {
    return JSON.stringify([by.id, chat]);
  }

  @Get(':id')
  async messages(@Param('id') chat: string, @Req() { user }: SignedIn): Promise<readonly UiMessage[]> {
    if (!user) throw new UnauthorizedException();
    const turns = new Map<string, Message[]>();
    for (const { turn = '', message } of await this.memory.history(this.conversation({ by: user, chat }))) {
      turns.set(turn, [...(turns.get(turn) ?? []), message]);
    }
    return [...turns].flatMap(([id, messages]) => uiMessages({ id, messages }));
  }
}
// #endregion

// #region sse
import { Body, Header, HttpCode, RequestMethod, Sse } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import { UI_MESSAGE_STREAM_HEADER, uiMessageStream } from 'toolgate/http';

@Controller('ask')
class AskController {
  constructor(private readonly client: ChatClient) {}

  @Sse('', { method: RequestMethod.POST })
  @HttpCode(200)
  @Header(...UI_MESSAGE_STREAM_HEADER)
  ask(@Body('question') question: string) {
    const prompt = this.client.prompt(String(question)).conversation('questions');
    return uiMessageStream(prompt.toolContext({ user: 'guest' }).stream());
  }
}
// #endregion
export { supportApplication };

import { headerGuard } from './front-door/shop.js';
import type { AddressInfo } from 'node:net';
import { Test } from '@nestjs/testing';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

/** The data of the events of an answer. */
const chunksOf = async (response: Response): Promise<readonly Record<string, unknown>[]> => {
  const lines = (await response.text()).split('\n');
  return lines
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Record<string, unknown>);
};

/** Chunks in short: the type of each, and what its reader sees. */
const shown = (chunks: readonly Record<string, unknown>[]): readonly unknown[] =>
  chunks
    .filter(
      ({ type }) => !['start-step', 'finish-step', 'tool-input-start', 'tool-input-delta'].includes(type as string),
    )
    .map(({ type, delta, input, output }) => [type, delta ?? input ?? output].filter((value) => value !== undefined));

/** The role and the texts of each message. */
const textsOf = (messages: readonly UiMessage[]): readonly unknown[] =>
  messages.map(({ role, parts }) => [role, parts.flatMap((part) => (part.type === 'text' ? part.text : []))]);

export const run = async (): Promise<unknown> => {
  const model = new ScriptedChatModel(
    [
      callsTools(toolCall('refund', { orderNumber: 'A-1043', amount: 80 })),
      'I refunded 80 of A-1043.',
      'Hello.',
      'Open.',
    ],
    { chunkSize: 100 },
  );
  // On the page, the module is written before this controller.
  Reflect.defineMetadata('controllers', [ChatController, SavedChatController], SupportModule);
  const module = await Test.createTestingModule({
    imports: [supportApplication(model)],
    controllers: [AskController],
    providers: [headerGuard, staffGuard],
  }).compile();
  const app = module.createNestApplication({ logger: false, forceCloseConnections: true });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const post = async (path: string, body: object) =>
    chunksOf(
      await fetch(`http://127.0.0.1:${port}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-user': 'ann' },
        body: JSON.stringify(body),
      }),
    );
  const send = (message: object) => post('chat', { id: 'c-1', trigger: 'submit-message', messages: [message] });
  const question = { role: 'user', parts: [{ type: 'text', text: 'Refund A-1043' }] };
  const first = await send(question);
  const approval = { id: first.find(({ type }) => type === 'tool-approval-request')?.['approvalId'], approved: true };
  const answered = { role: 'assistant', parts: [{ state: 'approval-responded', approval }] };
  const second = await send(answered);
  const [, ...third] = shown(await post('ask', { question: 'Hello?' }));
  const get = (path: string, user?: string) =>
    fetch(`http://127.0.0.1:${port}/${path}`, { headers: { ...(user && { 'x-user': user }) } });
  const status = async (path: string, user?: string) => (await get(path, user)).status;
  const opening = { role: 'user', parts: [{ type: 'text', text: 'Are you open?' }] };
  await post('saved-chat', { id: 'c-2', trigger: 'submit-message', messages: [opening] });
  const load = async (user: string) =>
    textsOf((await (await get('saved-chat/c-2', user)).json()) as readonly UiMessage[]);
  const saved = { ann: await load('ann'), lee: await load('lee') };
  const frontDoor = { ann: await status('approvals', 'ann'), lee: await status('Approvals', 'lee') };
  const noUser = { 'front door': await status('approvals'), chat: await status('chat/c-1/stream') };
  await app.close();
  const isSame = first[0]?.['messageId'] === second[0]?.['messageId'];
  const streams = { question: shown(first), decision: shown(second), 'the same message': isSame, ask: third };
  return { ...streams, saved, frontDoor, noUser };
};
