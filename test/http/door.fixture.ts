import type { AddressInfo } from 'node:net';
import {
  type INestApplication,
  Injectable,
  type ModuleMetadata,
  type NestApplicationOptions,
  type Provider,
} from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ChatClient, ToolgateModule } from 'toolgate';
import {
  ANY_TENANT,
  type Approval,
  type ApprovalOptions,
  type ApprovalRequirement,
  ApprovalService,
  type ApprovalStore,
  HumanApprovalStrategy,
  InMemoryApprovalStore,
} from 'toolgate/approval';
import type { JsonObject } from 'toolgate/model';
import { ApprovalsHttpModule, type Principal, PrincipalResolver } from 'toolgate/http';
import {
  callsTools,
  type ScriptedAnswer,
  ScriptedChatModel,
  type ScriptedChatModelOptions,
  toolCall,
} from 'toolgate/testing';
import { Askers, Desk } from '../approval/approval.fixture.js';
import { keepLogs } from '../story.fixture.js';
import type { Platform } from './platforms.fixture.js';

const PEOPLE: Readonly<Record<string, Principal>> = {
  ann: { approver: { id: 'ann', tenant: 'acme', roles: ['finance'] } },
  bob: { approver: { id: 'bob', tenant: 'acme', roles: [] } },
  ada: { approver: { id: 'ada', tenant: 'acme' } },
  eve: { approver: { id: 'eve', tenant: 'evil', roles: ['finance'] }, administrator: true },
  root: { approver: { id: 'root', tenant: ANY_TENANT }, administrator: true },
  boss: { approver: { id: 'boss', tenant: 'acme', roles: ['finance'] }, administrator: true },
};

/** Anyone of any tenant: `lea_of_acme_as_finance`; `any` is every tenant. */
const personOf = (name = ''): Principal | undefined => {
  const [, id, tenant, role] = /^([a-z\d]+)_of_([a-z\d]+)(?:_as_([a-z]+))?$/.exec(name) ?? [];
  if (id === undefined) return undefined;
  const roles = role === undefined ? [] : [role];
  return { approver: { id, tenant: tenant === 'any' ? ANY_TENANT : tenant!, roles } };
};

/** Authenticates by the header `authorization: Person <name>` or `Bearer <name>`, or by the cookie `session=<name>`. */
@Injectable()
export class Sessions extends PrincipalResolver {
  principal({ headers }: { headers: Record<string, string | undefined> }): Principal | undefined {
    const [, name] = /^(?:Person|Bearer) (\w+)$/.exec(headers['authorization'] ?? '') ?? [];
    const [, session] = /(?:^|; )session=(\w+)/.exec(headers['cookie'] ?? '') ?? [];
    return PEOPLE[name ?? session ?? ''] ?? personOf(name);
  }
}

/** An application with the door. */
export interface DoorStory extends ModuleMetadata {
  readonly requirement?: ApprovalRequirement;
  readonly store?: ApprovalStore;
  readonly http?: Parameters<typeof ApprovalsHttpModule.forRoot>[0];
  /** More approval options; no worker if they name none. */
  readonly approval?: Omit<ApprovalOptions, 'strategy' | 'requester'>;
  /** How the model answers. */
  readonly model?: ScriptedChatModelOptions;
  /** Whether conversations are remembered. */
  readonly memory?: boolean;
  /** Identifies people; `Sessions` if it is absent. */
  readonly principals?: Provider;
  /** Changes the application before it starts. */
  readonly change?: (app: INestApplication) => void;
  /** The options with which Nest creates the application. @default `{ forceCloseConnections: true }` */
  readonly application?: NestApplicationOptions;
}

/** A request, with the person who makes it. */
export interface Ask {
  readonly as?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string or bytes are sent as they are. */
  readonly body?: unknown;
  readonly method?: string;
  /** Sends chunks without stating how many. */
  readonly stream?: { readonly chunks: number; readonly bytes: number };
}

/** Starts an application whose refunds wait for a person, and serves its door. */
export const serveDoor = async (platform: Platform, story: DoorStory = {}) => {
  const {
    requirement = {},
    store = new InMemoryApprovalStore(),
    http = {},
    change,
    application = {},
    principals,
    approval: more,
    memory = false,
    model: pacing,
    ...metadata
  } = story;
  const script: ScriptedAnswer[] = [];
  const model = new ScriptedChatModel(script, pacing);
  const logger = keepLogs();
  const approval = {
    strategy: new HumanApprovalStrategy({ requirement }),
    requester: new Askers(),
    store,
    worker: false,
    ...more,
  };
  const module = await Test.createTestingModule({
    ...metadata,
    imports: [
      ToolgateModule.forRoot({ model, approval, memory }),
      ApprovalsHttpModule.forRoot(http),
      ...(metadata.imports ?? []),
    ],
    providers: [Desk, principals ?? { provide: PrincipalResolver, useClass: Sessions }, ...(metadata.providers ?? [])],
  })
    .setLogger(logger)
    .compile();
  // Clients keep their connections for a while, and a test would wait until they close them.
  const { forceCloseConnections = true } = application;
  const adapter = platform.adapter(forceCloseConnections);
  const app = module.createNestApplication(adapter, { ...application, forceCloseConnections });
  change?.(app);
  await app.listen(0, '127.0.0.1');
  const port = (app.getHttpServer().address() as AddressInfo).port;
  const origin = `http://127.0.0.1:${port}`;
  const ask = (path: string, { as = 'ann', headers = {}, body, method, stream }: Ask = {}): Promise<Response> => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const sent = body === undefined || isRaw ? (body as string | undefined) : JSON.stringify(body);
    return fetch(`${origin}/${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(as !== '' && { authorization: `Person ${as}` }),
        ...((body !== undefined || method === 'POST') && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
      ...(stream && { body: streamOf(stream), duplex: 'half' }),
    });
  };
  const approvals = app.get(ApprovalService);
  /** A turn of ada that waits for its refund. */
  const wait = async (args: JsonObject = { order: 'A-1', amount: 5 }, tenant = 'acme'): Promise<Approval> => {
    script.push(callsTools(toolCall('refund', args)));
    const turn = await app.get(ChatClient).prompt('Refund').tools(Desk).toolContext({ tenant }).call().outcome();
    if (turn.status !== 'suspended') throw new Error('The turn did not wait.');
    return approvals.get(turn.approvals[0]!.id);
  };
  return { app, origin, ask, approvals, store, wait, model, script, logs: logger.lines, desk: app.get(Desk) };
};

const streamOf = ({ chunks, bytes }: NonNullable<Ask['stream']>): ReadableStream<Uint8Array> => {
  let left = chunks;
  return new ReadableStream({
    pull: (controller) => {
      if (left-- > 0) controller.enqueue(new Uint8Array(bytes).fill(32));
      else controller.close();
    },
  });
};

/** What a client reads of a response. */
export const read = async (response: Response) => ({
  status: response.status,
  type: response.headers.get('content-type'),
  body: JSON.parse((await response.text()) || 'null') as Record<string, unknown>,
});

/** A decision on an approval as its approver has read it. */
export const decision = (approval: { revision: number; argsHash: string }, given: object = {}) => ({
  decisionId: 'd1',
  decision: 'approve',
  revision: approval.revision,
  argsHash: approval.argsHash,
  ...given,
});
