import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Controller, type ModuleMetadata } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { ChatInit } from 'ai';
import { inject } from 'vitest';
import { ToolgateModule } from 'toolgate';
import {
  type ApprovalOptions,
  type ApprovalRequirement,
  ApprovalService,
  HumanApprovalStrategy,
  InMemoryApprovalStore,
} from 'toolgate/approval';
import type { PromptBuilder } from 'toolgate/chat';
import {
  ApprovalsHttpModule,
  type ApprovalsHttpOptions,
  PrincipalResolver,
  UiChatController,
  type UiChatPerson,
} from 'toolgate/http';
import { type ScriptedAnswer, ScriptedChatModel, type ScriptedChatModelOptions } from 'toolgate/testing';
import { Askers, Desk } from '../../approval/approval.fixture.js';
import { keepLogs } from '../../story.fixture.js';
import { Sessions } from '../door.fixture.js';
import { Exchanges } from '../exchanges.fixture.js';
import { type Platform, platforms } from '../platforms.fixture.js';
import { type StockClient, stockChat, stockClients, type StockMessage } from './stock-client.fixture.js';

/** The chat of an application, as its page shows it. */
@Controller('chat')
class ChatController extends UiChatController {
  override readonly files = ['image/*'];
  private readonly tools = [Desk, Exchanges];

  prompt(prompt: PromptBuilder, { by }: UiChatPerson): PromptBuilder {
    return prompt.tools(...this.tools).toolContext({ user: by.id, tenant: String(by.tenant) });
  }
}

/** The application of a chat. */
export interface ChatStory extends ModuleMetadata {
  readonly script: readonly ScriptedAnswer[];
  readonly model?: ScriptedChatModelOptions;
  readonly requirement?: ApprovalRequirement;
  readonly approval?: Partial<ApprovalOptions>;
  readonly http?: ApprovalsHttpOptions;
  /** @default true */
  readonly memory?: boolean;
}

/** The stock clients to test on a platform: each of them on one platform, and on each if the run is thorough. */
export const clientsOn = (platform: Platform) =>
  stockClients.filter((_, place) => inject('isThorough') || place % platforms.length === platforms.indexOf(platform));

/** Starts an application with a chat. */
export const serveChat = async (platform: Platform, story: ChatStory) => {
  const { script, model: options, requirement = {}, approval, http, memory = true, ...metadata } = story;
  const model = new ScriptedChatModel(script, options);
  const logger = keepLogs();
  const module = await Test.createTestingModule({
    ...metadata,
    imports: [
      ToolgateModule.forRoot({
        model,
        memory,
        approval: {
          strategy: new HumanApprovalStrategy({ requirement }),
          requester: new Askers(),
          store: new InMemoryApprovalStore(),
          worker: false,
          ...approval,
        },
      }),
      ApprovalsHttpModule.forRoot(http),
      ...(metadata.imports ?? []),
    ],
    controllers: metadata.controllers ?? [ChatController],
    providers: [Desk, Exchanges, { provide: PrincipalResolver, useClass: Sessions }, ...(metadata.providers ?? [])],
  })
    .setLogger(logger)
    .compile();
  const app = module.createNestApplication(platform.adapter(), { forceCloseConnections: true });
  await app.listen(0, '127.0.0.1');
  const origin = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  return { app, origin, model, desk: app.get(Desk), approvals: app.get(ApprovalService), logs: logger.lines };
};

/** How a stock chat connects. */
export interface Connection {
  readonly origin: string;
  /** @default 'ada' */
  readonly as?: string;
  /** @default 'c-1' */
  readonly id?: string;
  readonly init?: Partial<ChatInit<StockMessage>>;
  readonly fetch?: typeof fetch;
}

/** A stock chat with its default settings: it sends the decisions when the last of them is made. */
export const openChat = (ai: StockClient, { origin, as = 'ada', id = 'c-1', init, fetch }: Connection) => {
  const finishes = new EventEmitter();
  let finished = 0;
  const chat = stockChat(ai, {
    id,
    transport: new ai.DefaultChatTransport({
      api: `${origin}/chat`,
      headers: { authorization: `Person ${as}` },
      ...(fetch && { fetch }),
    }),
    sendAutomaticallyWhen: ai.lastAssistantMessageIsCompleteWithApprovalResponses,
    onFinish: () => {
      finished += 1;
      finishes.emit(String(finished));
    },
    ...init,
  });
  /** Waits until this many answers have ended in all, and for what the chat does after the last of them. */
  const ended = async (count: number): Promise<void> => {
    if (finished < count) await once(finishes, String(count));
    await new Promise(setImmediate);
  };
  return { chat, ended };
};

type Part = StockMessage['parts'][number];

/** A call in a message of a stock chat. */
export type StockCall = Extract<Part, { toolCallId: string }>;

/** The calls of the last message. */
export const callsIn = ({ messages }: { readonly messages: readonly StockMessage[] }): readonly StockCall[] =>
  (messages.at(-1)?.parts ?? []).filter((part): part is StockCall => 'toolCallId' in part);

/** The ids of the approvals that the chat asks for, in order. */
export const asked = (chat: { readonly messages: readonly StockMessage[] }): readonly string[] =>
  callsIn(chat).flatMap((call) => (call.state === 'approval-requested' ? [call.approval.id] : []));

/** The last message in short: its texts, and the state and the output of each call. */
export const shown = ({ messages }: { readonly messages: readonly StockMessage[] }): readonly unknown[] =>
  (messages.at(-1)?.parts ?? []).flatMap((part): readonly unknown[] => {
    if (part.type === 'text') return [part.text];
    if (!('toolCallId' in part)) return [];
    return [[part.state, part.errorText ?? part.output].filter((value) => value !== undefined)];
  });
