import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ChatModel } from 'toolgate/model';
import { AppModule } from '../../apps/demo/src/app.module.js';
import { buildInbox } from '../built-inbox.fixture.js';
import { type ApprovalBody, type ApprovalsClient, approvalsClient } from 'toolgate/http/client';
import type { RunView } from '../../apps/demo/src/chat/runs.controller.js';
import type { OfflineSupportModel } from '../../apps/demo/src/model/offline-support.model.js';
import type { Order } from '../../apps/demo/src/orders/order.js';
import { servePage } from '../../apps/demo/src/page/serve-page.js';

/** The response of the desk. */
export interface Reply<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T;
}

/** The response to a message. */
export interface ChatReply {
  readonly status: 'completed' | 'suspended';
  readonly content: string;
  readonly runId: string;
  readonly approvals: readonly Pick<ApprovalBody, 'id' | 'revision' | 'argsHash' | 'toolName'>[];
}

/** A decision without its identifying fields. */
export type Decision = Readonly<Record<string, unknown>>;

/** By which customer, or by which person of the desk, a request is sent. */
export interface By {
  readonly user?: string;
  readonly person?: string;
}

const POLL_MS = 50;

const headersOf = ({ user, person }: By): Record<string, string> => ({
  ...(user !== undefined && { 'x-user': user }),
  ...(person !== undefined && { 'x-toolgate-person': person }),
});

/** Returns the path of a new database file. */
export const newDatabase = (): string => join(mkdtempSync(join(tmpdir(), 'toolgate-demo-')), 'desk.sqlite');

/** The operations of users on a desk, over HTTP. */
export const deskAt = (url: string) => {
  const send = async <T = Record<string, unknown>>(path: string, body: unknown, by: By = {}): Promise<Reply<T>> => {
    const response = await fetch(`${url}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headersOf(by) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as T };
  };
  const read = async <T>(path: string, by: By = {}): Promise<T> =>
    (await fetch(`${url}/${path}`, { headers: headersOf(by) })).json() as Promise<T>;
  const as = (person: string): ApprovalsClient =>
    approvalsClient({ baseUrl: `${url}/approvals`, headers: () => headersOf({ person }) });
  const ask = async (message: string, tenant = 'acme'): Promise<ChatReply> =>
    (await send<ChatReply>('chat', { message, conversationId: '1', tenant })).body;
  const decide = (
    { id, revision, argsHash }: ChatReply['approvals'][number],
    decision: Decision = { decision: 'approve' },
    person = 'grace',
  ) =>
    send<ApprovalBody & { readonly problem?: string }>(
      `approvals/${id}/decisions`,
      { decisionId: `${person} says ${String(decision['decision'])}`, revision, argsHash, ...decision },
      { person },
    );
  /** Decides every pending approval of a message, and returns the outcome. */
  const settle = async (message: string, decision?: Decision): Promise<string> => {
    let reply: Pick<ChatReply, 'status' | 'runId' | 'approvals' | 'content'> = await ask(message);
    while (reply.status === 'suspended') {
      for (const approval of reply.approvals) await decide(approval, decision);
      reply = (await send<ChatReply>(`runs/${reply.runId}/resume`, {})).body;
    }
    return reply.content;
  };
  /** Waits until a run has ended; the worker resumes it. */
  const ended = async (runId: string): Promise<RunView> => {
    for (;;) {
      const run = await read<RunView>(`runs/${runId}`);
      if (run.status !== 'suspended' && run.status !== 'resuming') return run;
      await delay(POLL_MS);
    }
  };
  const order = async (wanted: string) => (await read<Order[]>('orders')).find(({ number }) => number === wanted);
  return { url, send, read, as, ask, decide, settle, ended, order };
};

/** A running desk. */
export type Desk = ReturnType<typeof deskAt>;

/** A desk in this process. */
export interface RunningDesk extends Desk {
  readonly app: NestExpressApplication;
}

/** Opens the desk in this process, at a free port by default. */
export const openDesk = async (database: string, model: OfflineSupportModel, port = 0): Promise<RunningDesk> => {
  process.env.TOOLGATE_DATABASE = database;
  // The demo lets a request choose its person, which is refused elsewhere.
  process.env.NODE_ENV = 'development';
  await buildInbox();
  const builder = Test.createTestingModule({ imports: [AppModule] });
  const module = await builder.overrideProvider(ChatModel).useValue(model).compile();
  const app = module.createNestApplication<NestExpressApplication>({ logger: false });
  servePage(app);
  await app.listen(port);
  return { app, ...deskAt(`http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`) };
};
