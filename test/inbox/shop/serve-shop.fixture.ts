import type { AddressInfo } from 'node:net';
import { type INestApplication, Injectable } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, ToolContext, ToolgateModule } from 'toolgate';
import {
  type Approval,
  type ApprovalOptions,
  ApprovalService,
  InMemoryApprovalStore,
  RequesterResolver,
} from 'toolgate/approval';
import { ApprovalsHttpModule, developmentPrincipals } from 'toolgate/http';
import { type ApprovalsClient, approvalsClient } from 'toolgate/http/client';
import { type Prompt, textOf } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { PEOPLE } from './people.fixture.js';
import { shopPolicy } from './policy.fixture.js';
import type { Request } from './requests.fixture.js';
import { ShopClock } from './shop-clock.fixture.js';
import { type Effects, shopTools } from './tools.fixture.js';

// More answers than any test needs.
const ANSWERS = 5000;

/** How a test starts the shop. */
export interface ShopStory {
  /** The options of the door, beside the inbox. */
  readonly http?: Parameters<typeof ApprovalsHttpModule.forRoot>[0];
  /** Whether runs resume by themselves. @default true */
  readonly worker?: boolean;
  readonly clock?: ShopClock;
  /** The options of approvals, beside those of the shop. */
  readonly approval?: ApprovalOptions;
  /** Changes the application before it starts. */
  readonly change?: (app: INestApplication) => void;
}

/** The requester is named by the tool context. */
@Injectable()
class Customers extends RequesterResolver {
  identify({ data }: ToolContext<{ user: string; tenant: string }>) {
    return { id: data.user, tenant: data.tenant };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

/** The model calls the tools that the prompt names, and ends the turn after their results. */
const answerOf = ({ messages }: Prompt, { answers }: Effects) => {
  const last = messages.at(-1);
  if (last?.role !== 'user') return (answers(), 'It is done.');
  const calls = JSON.parse(textOf(last)) as readonly Request[];
  return callsTools(...calls.map(({ tool, args }, index) => toolCall(tool, args, `call-${index}`)));
};

/** Starts the shop over HTTP, with its inbox at `/approvals/inbox`. Only a test closes it. */
export const serveShop = async (story: ShopStory = {}) => {
  const { http = {}, worker = true, clock = new ShopClock(), approval, change } = story;
  // The people have no passwords, which start-up refuses elsewhere.
  process.env['NODE_ENV'] = 'development';
  const effects: Effects = { done: [], payout: async () => 'Paid', answers: () => {} };
  const store = new InMemoryApprovalStore(clock.now);
  const tools = shopTools(effects);
  const module = {
    module: class Shop {},
    imports: [
      ToolgateModule.forRoot({
        model: new ScriptedChatModel(
          Array.from({ length: ANSWERS }, () => (prompt: Prompt) => answerOf(prompt, effects)),
        ),
        approval: { strategy: shopPolicy, requester: new Customers(), store, worker, shutdownMs: 1, ...approval },
      }),
      ApprovalsHttpModule.forRoot({ inbox: true, ...http }),
    ],
    providers: [
      developmentPrincipals(PEOPLE),
      ...tools.map((tool) => ({ provide: `tool ${tool.definition.name}`, useValue: tool })),
    ],
  };
  const app = await NestFactory.create(module, { logger: false, abortOnError: false });
  change?.(app);
  await app.listen(0, '127.0.0.1');
  const origin = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  const chat = app.get(ChatClient);
  const approvals = app.get(ApprovalService);
  /** Sends the requests of one turn, and returns its approvals. */
  const ask = async (...requests: readonly [Request, ...Request[]]): Promise<readonly Approval[]> => {
    const { user = 'maria', tenant = 'acme', conversation } = requests[0];
    const prompt = chat
      .prompt(JSON.stringify(requests))
      .tools(...tools)
      .toolContext({ user, tenant });
    const turn = await (conversation === undefined ? prompt : prompt.conversation(conversation)).call().outcome();
    if (turn.status !== 'suspended') throw new Error('The turn did not wait.');
    return Promise.all(turn.approvals.map(({ id }) => approvals.get(id)));
  };
  /** The requests of a person to the door. */
  const as = (person: string): ApprovalsClient =>
    approvalsClient({ baseUrl: `${origin}/approvals`, headers: () => ({ 'x-toolgate-person': person }) });
  /** The messages of a turn, as its requester may read them. */
  const messages = async (run: string) => {
    const { requester } = await approvals.runs.get(run);
    return approvals.runs.messages(run, requester);
  };
  return { app, origin, messages, inbox: `${origin}/approvals/inbox`, ask, as, approvals, store, clock, effects };
};

/** A shop that runs. */
export type Shop = Awaited<ReturnType<typeof serveShop>>;
