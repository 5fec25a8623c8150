import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  Body,
  Controller,
  type INestApplication,
  Post,
  Put,
  type RawBodyRequest,
  Req,
  VersioningType,
} from '@nestjs/common';
import { ChatClient } from 'toolgate';
import type { Approval } from 'toolgate/approval';
import { AgUi, AgUiRun } from 'toolgate/http';
import { type Ask, decision, type DoorStory, read, serveDoor } from './door.fixture.js';
import { platforms } from './platforms.fixture.js';

@Controller('orders')
class OrdersController {
  @Post()
  take(@Body() body: object, @Req() { rawBody }: RawBodyRequest<object>): object {
    return { body, raw: rawBody?.toString() };
  }
}

/** Agents, and routes of the application whose paths could be those of an agent. */
@Controller({ path: 'agents', version: '2' })
class AgentsController {
  constructor(
    private readonly client: ChatClient,
    private readonly agUi: AgUi,
  ) {}

  @Post('reload')
  reload(@Body() body: object): object {
    return { body };
  }

  @AgUiRun(':name')
  run(@Req() request: object) {
    return this.agUi.run(request, { client: this.client, prompt: (prompt) => prompt });
  }

  @Put(':name')
  change(@Body() body: object): object {
    return { body };
  }
}

@Controller({ path: 'agents', version: '1' })
class OldAgentsController {
  @Post(':name')
  run(): object {
    return { version: 1 };
  }
}

const JSON_TYPE = 'application/json';
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** Bodies of a decision that the door refuses, and how. */
const refused: readonly (readonly [what: string, status: number, problem: string, ask: (a: Approval) => Ask])[] = [
  ['is not JSON', 400, 'bad-request', () => ({ body: '{"decision":' })],
  ['is a list', 400, 'bad-request', () => ({ body: '[]' })],
  ['is null', 400, 'bad-request', () => ({ body: 'null' })],
  ['begins with a byte order mark', 400, 'bad-request', () => ({ body: '\ufeff{}' })],
  [
    'is not UTF-8',
    400,
    'bad-request',
    (approval) => ({ body: Buffer.from(JSON.stringify(decision(approval, { reason: '\u00ff' })), 'latin1') }),
  ],
  [
    'nests too deeply',
    400,
    'bad-request',
    (approval) => ({
      body: JSON.stringify(decision(approval, { editedArguments: 0 })).replace(
        '"editedArguments":0',
        `"editedArguments":${deep(1000)}`,
      ),
    }),
  ],
  [
    'has an unknown property',
    400,
    'bad-request',
    (approval) => ({ body: { ...decision(approval), approver: { id: 'ann' } } }),
  ],
  [
    'repeats a property',
    400,
    'bad-request',
    (approval) => ({ body: JSON.stringify(decision(approval)).replace('{', '{"decision":"reject",') }),
  ],
  [
    'repeats a property below, with an escape',
    400,
    'bad-request',
    (approval) => ({
      body: JSON.stringify(decision(approval, { editedArguments: {} })).replace(
        '"editedArguments":{}',
        String.raw`"editedArguments":{"amount":1,"\u0061mount":2}`,
      ),
    }),
  ],
  [
    'has an integer that a number rounds',
    400,
    'bad-request',
    (approval) => ({
      body: JSON.stringify(decision(approval, { editedArguments: { amount: 0 } })).replace(
        '"amount":0',
        '"amount":9007199254740993',
      ),
    }),
  ],
  [
    'has the property __proto__',
    400,
    'bad-request',
    (approval) => ({ body: JSON.stringify(decision(approval)).replace('{', '{"__proto__":{"decision":"reject"},') }),
  ],
  ['remembers the decision', 400, 'bad-decision', (approval) => ({ body: decision(approval, { remember: 'always' }) })],
  ['remembers nothing', 400, 'bad-decision', (approval) => ({ body: decision(approval, { remember: false }) })],
  ['is empty', 400, 'bad-decision', () => ({ body: '' })],
  ['is too large', 413, 'too-large', () => ({ body: `{"reason":"${'a'.repeat(1_000_000)}"}` })],
  [
    'is too large, in chunks of an unknown number',
    413,
    'too-large',
    () => ({ body: '', stream: { chunks: 30, bytes: 100_000 } }),
  ],
  [
    'is a form',
    415,
    'not-json',
    () => ({ body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  ],
  ['is a text', 415, 'not-json', () => ({ body: '{}', headers: { 'content-type': 'text/plain' } })],
  [
    'is JSON of a vendor',
    415,
    'not-json',
    () => ({ body: '{}', headers: { 'content-type': 'application/vnd.a+json' } }),
  ],
  [
    'is JSON in another charset',
    415,
    'not-json',
    () => ({ body: '{}', headers: { 'content-type': `${JSON_TYPE}; charset=latin1` } }),
  ],
  [
    'is compressed',
    415,
    'not-json',
    (approval) => ({
      body: gzipSync(JSON.stringify(decision(approval))),
      headers: { 'content-encoding': 'gzip' },
    }),
  ],
];

describe.each(platforms)('a body at the door on $name', (platform) => {
  let app: INestApplication | undefined;

  const serve = async (story?: DoorStory) => {
    const door = await serveDoor(platform, story);
    app = door.app;
    return door;
  };

  afterEach(() => app?.close());

  it('is refused with a problem, and nothing changes, if it is anything but a decision in JSON', async () => {
    const { ask, wait, approvals } = await serve({ requirement: { allowEdit: true } });
    const approval = await wait();
    for (const [what, status, problem, of] of refused) {
      const answer = await read(await ask(`approvals/${approval.id}/decisions`, of(approval)));
      expect({ what, ...answer }).toMatchObject({
        what,
        status,
        type: 'application/problem+json; charset=utf-8',
        body: { type: 'about:blank', status, problem, detail: expect.any(String) as unknown as string },
      });
    }
    expect(await approvals.get(approval.id)).toMatchObject({ status: 'PENDING', version: 1, votes: [] });
  });

  it('is refused without a type, which a page of another origin may send without a preflight', async () => {
    const { origin, wait } = await serve();
    const approval = await wait();
    const body = Buffer.from(JSON.stringify(decision(approval)));
    const headers = { authorization: 'Person ann' };
    const answer = await fetch(`${origin}/approvals/${approval.id}/decisions`, { method: 'POST', headers, body });
    expect(await read(answer)).toMatchObject({ status: 415, body: { problem: 'not-json' } });
  });

  it('states that grants do not exist, if a decision is to be remembered', async () => {
    const { ask, wait } = await serve();
    const approval = await wait();
    const body = decision(approval, { remember: true });
    const answer = await read(await ask(`approvals/${approval.id}/decisions`, { body }));
    expect(answer.body['detail']).toContain('no grants');
  });

  it('may be as large as the door promises, with text of any language and any charset of the same name', async () => {
    const { ask, wait } = await serve();
    const approval = await wait();
    const reason = 'é'.repeat(4000);
    const json = JSON.stringify(decision(approval, { reason }));
    const padded = `${' '.repeat(1_000_000 - Buffer.byteLength(json))}${json}`;
    const headers = { 'content-type': 'application/json; charset=UTF-8' };
    const answer = await read(await ask(`approvals/${approval.id}/decisions`, { body: padded, headers }));
    expect(answer).toMatchObject({ status: 200, body: { decisionReason: reason } });
  });

  it.each<[string, DoorStory]>([
    ['parses no bodies', { application: { bodyParser: false } }],
    ['keeps raw bodies', { application: { rawBody: true } }],
    ['has a prefix', { change: (app) => app.setGlobalPrefix('api') }],
    ['has a prefix with a parameter', { change: (app) => app.setGlobalPrefix(':region/api') }],
    ['has versions', { change: (app) => app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' }) }],
  ])('is read in an application that %s', async (what, story) => {
    const { ask, wait } = await serve(story);
    const approval = await wait();
    const prefix = what === 'has a prefix' ? 'api/' : what.includes('parameter') ? 'eu/api/' : '';
    const path = `${prefix}approvals/${approval.id}/decisions`;
    const long = `${' '.repeat(500_000)}${JSON.stringify(decision(approval))}`;
    expect(await read(await ask(path, { body: '{' }))).toMatchObject({ status: 400, body: { problem: 'bad-request' } });
    expect(await read(await ask(path, { body: long }))).toMatchObject({ status: 200, body: { status: 'APPROVED' } });
  });

  it('that is too large is refused after the person is identified, with the headers of the application', async () => {
    const origin = 'https://desk.example.com';
    const { ask, wait } = await serve({ http: { origins: [origin] }, change: (app) => app.enableCors({ origin }) });
    const { id } = await wait();
    const large = { body: ' '.repeat(1_000_001), headers: { origin } };
    const answer = await ask(`approvals/${id}/decisions`, large);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([413, origin]);
    expect((await ask(`approvals/${id}/decisions`, { ...large, as: '' })).status).toBe(401);
  });

  it('that its client does not send to the end is no error in the log', async () => {
    const { app: served, ask, origin, logs } = await serve();
    const server = served.getHttpServer() as Server;
    const [client, [socket]] = [connect(Number(new URL(origin).port), '127.0.0.1'), await once(server, 'connection')];
    client.write(
      `POST /approvals/decisions HTTP/1.1\r\nHost: a\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: 9\r\n\r\n{}`,
    );
    await once(server, 'request');
    client.destroy();
    await new Promise((resolve) => (socket as Socket).once('close', resolve));
    // Its answer comes after the log lines of the first request.
    expect((await ask('approvals')).status).toBe(200);
    expect(logs).toEqual([]);
  });

  it('of another route is parsed by the application, as without the door', async () => {
    const { ask } = await serve({ controllers: [OrdersController], application: { rawBody: true } });
    const sent = '{"a":1,"a":2}';
    expect(await read(await ask('orders', { body: sent }))).toMatchObject({
      status: 201,
      body: { body: { a: 2 }, raw: sent },
    });
    const form = { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect((await read(await ask('orders', form))).body).toMatchObject({ body: { a: '1' } });
    expect((await ask('orders', { body: '{' })).status).toBe(400);
  });

  it('of another route is parsed by the application, also if the path could be that of an agent', async () => {
    const { ask } = await serve({ controllers: [AgentsController] });
    for (const [path, method] of [
      ['agents/reload', 'POST'],
      ['agents/desk', 'PUT'],
    ] as const) {
      expect(await read(await ask(path, { method, body: { a: 1 } }))).toMatchObject({ body: { body: { a: 1 } } });
    }
    expect((await read(await ask('agents/desk', { body: '{' }))).body).toMatchObject({ problem: 'bad-request' });
  });

  it('of a version of a path is read by the agent of that version', async () => {
    const versions = { type: VersioningType.HEADER, header: 'version' } as const;
    const { ask } = await serve({
      controllers: [OldAgentsController, AgentsController],
      change: (app) => app.enableVersioning(versions),
    });
    const sent = (version: string) => ask('agents/desk', { body: '{}', headers: { version } });
    expect((await read(await sent('1'))).body).toEqual({ version: 1 });
    expect((await read(await sent('2'))).body).toMatchObject({ status: 400, problem: 'bad-request' });
  });
});
