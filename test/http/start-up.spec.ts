import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Module, type ModuleMetadata, type Provider, Scope } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { ToolgateModule } from 'toolgate';
import { HumanApprovalStrategy, InMemoryApprovalStore } from 'toolgate/approval';
import {
  ApprovalsHttpModule,
  type ApprovalsHttpOptions,
  developmentPrincipals,
  type DevelopmentPerson,
  PrincipalResolver,
} from 'toolgate/http';
import { ScriptedChatModel } from 'toolgate/testing';
import { Askers, Desk } from '../approval/approval.fixture.js';
import { keepLogs } from '../story.fixture.js';
import { read, serveDoor, Sessions } from './door.fixture.js';
import { type Platform, platforms } from './platforms.fixture.js';

type Imports = NonNullable<ModuleMetadata['imports']>[number] | NonNullable<ModuleMetadata['imports']>;

const sessions = { provide: PrincipalResolver, useClass: Sessions };

const start = (platform: Pick<Platform, 'adapter'>, door: Imports, providers: readonly Provider[] = [sessions]) => {
  const approval = {
    strategy: new HumanApprovalStrategy(),
    requester: new Askers(),
    store: new InMemoryApprovalStore(),
  };
  const model = new ScriptedChatModel([]);
  const toolgate = ToolgateModule.forRoot({ model, approval: { ...approval, worker: false } });
  return create(platform, [toolgate, ...[door].flat()], [Desk, ...providers]);
};

const create = async (
  { adapter }: Pick<Platform, 'adapter'>,
  imports: NonNullable<ModuleMetadata['imports']>,
  providers: readonly Provider[],
) => {
  const logger = keepLogs();
  const module = await Test.createTestingModule({ imports, providers: [...providers] })
    .setLogger(logger)
    .compile();
  const app = module.createNestApplication(adapter());
  try {
    await app.init();
    return logger.lines;
  } finally {
    await app.close();
  }
};

const NODE_ENV = process.env['NODE_ENV'];

afterEach(() => {
  process.env['NODE_ENV'] = NODE_ENV;
});

it('the start of the door stops on a platform that is neither Express nor Fastify', async () => {
  class OtherAdapter extends ExpressAdapter {
    override getType(): string {
      return 'other';
    }
    override getInstance<T>(): T {
      return {} as T;
    }
  }
  await expect(start({ adapter: () => new OtherAdapter() }, ApprovalsHttpModule.forRoot())).rejects.toThrow(
    'ApprovalsHttpModule does not find its routes on the platform "other". Use Express 5 or Fastify.',
  );
});

describe.each(platforms)('the start of the door on $name', (platform) => {
  it('stops without a PrincipalResolver, because the door is never open', async () => {
    await expect(start(platform, ApprovalsHttpModule.forRoot({}), [])).rejects.toThrow(
      'ApprovalsHttpModule has no PrincipalResolver, so it cannot identify the person of a request. Provide PrincipalResolver in any module',
    );
  });

  it('stops if the resolver is not provided under its token', async () => {
    await expect(start(platform, ApprovalsHttpModule.forRoot(), [Sessions])).rejects.toThrow(
      'Sessions in RootTestModule extends PrincipalResolver but is not provided under that token, so it would be ignored. Write { provide: PrincipalResolver, useClass: Sessions }.',
    );
  });

  it('stops if the resolver has no method principal()', async () => {
    class Staff {}
    const provider = { provide: PrincipalResolver, useClass: Staff };
    await expect(start(platform, ApprovalsHttpModule.forRoot(), [provider])).rejects.toThrow(
      'Staff is provided as PrincipalResolver, and has no method principal(). Add principal(request)',
    );
  });

  it('stops without an ApprovalStore, because there are no approvals to serve', async () => {
    const toolgate = ToolgateModule.forRoot({ model: new ScriptedChatModel([]) });
    await expect(create(platform, [toolgate, ApprovalsHttpModule.forRoot()], [sessions])).rejects.toThrow(
      'ApprovalsHttpModule has no ApprovalStore, so it has no approvals to serve. Import SqlModule, or provide ApprovalStore.',
    );
  });

  it('stops without forRoot(), and without ToolgateModule', async () => {
    await expect(start(platform, ApprovalsHttpModule)).rejects.toThrow(
      'ApprovalsHttpModule is imported without forRoot(). Write ApprovalsHttpModule.forRoot() in the imports',
    );
    await expect(create(platform, [ApprovalsHttpModule.forRoot()], [sessions])).rejects.toThrow(
      'ApprovalsHttpModule is imported without ToolgateModule. Write ToolgateModule.forRoot({ model }) in the imports',
    );
  });

  it('stops for two resolvers, and for one of each request', async () => {
    @Module({ providers: [sessions] })
    class Other {}
    await expect(start(platform, [ApprovalsHttpModule.forRoot({}), Other])).rejects.toThrow(
      'PrincipalResolver is provided more than once',
    );
    const scoped = { ...sessions, scope: Scope.REQUEST };
    await expect(start(platform, ApprovalsHttpModule.forRoot({}), [scoped])).rejects.toThrow(
      'PrincipalResolver in RootTestModule is request-scoped or transient, or depends on something that is. Make it a singleton.',
    );
  });

  it('stops if the module is imported twice', async () => {
    const doors = [ApprovalsHttpModule.forRoot({ path: 'a' }), ApprovalsHttpModule.forRoot({ path: 'b' })];
    await expect(start(platform, doors)).rejects.toThrow('ApprovalsHttpModule is imported 2 times.');
  });

  it.each<[object, string]>([
    [{ orgins: [] }, 'Unknown option orgins of ApprovalsHttpModule. Use one of: path, inbox, external, origins, '],
    [
      { origins: 'https://a.example' },
      'The option origins of ApprovalsHttpModule is a string. Pass a list of origins.',
    ],
    [
      { origins: ['https://a.example/'] },
      "origins[0] of ApprovalsHttpModule is 'https://a.example/'. Pass an origin: scheme",
    ],
    [{ origins: ['*'] }, "origins[0] of ApprovalsHttpModule is '*'. Pass an origin: scheme"],
  ])('stops for the options %j', async (options, message) => {
    await expect(start(platform, ApprovalsHttpModule.forRoot(options))).rejects.toThrow(message);
    const useFactory = (): ApprovalsHttpOptions => options;
    await expect(start(platform, ApprovalsHttpModule.forRootAsync({ useFactory }))).rejects.toThrow(message);
  });

  it.each<[string, object]>([
    ['path', { path: 'inbox' }],
    ['inbox', { inbox: true }],
  ])('stops if a factory returns the option %s, which must be known before', async (name, options) => {
    const useFactory = () => options as ApprovalsHttpOptions;
    await expect(start(platform, ApprovalsHttpModule.forRootAsync({ useFactory }))).rejects.toThrow(
      `Pass ${name} beside useFactory.`,
    );
  });

  it.each(['', '/', 'my approvals', 'a//b', ':tenant', 'a/../b', '*', 'a?b', 7])('refuses the path %j', (path) => {
    expect(() => ApprovalsHttpModule.forRoot({ path: path as string })).toThrow(
      'The option path of ApprovalsHttpModule',
    );
  });

  it.each(['inbox', '/inbox', 'inbox/', '/admin/inbox'])('serves the path %j', async (path) => {
    const { app, ask } = await serveDoor(platform, { http: { path } });
    expect((await ask(`${path.replace(/^\/|\/$/g, '')}/me`)).status).toBe(200);
    expect((await ask('approvals/me')).status).toBe(404);
    await app.close();
  });

  it.each<[string, Partial<DevelopmentPerson>[]]>([
    ['received no people', []],
    ['"id" must be a string', [{ tenant: 'acme' }]],
    ['"roles" must be an array', [{ id: 'ann', roles: 'finance' as never }]],
    ['"name" is not a string', [{ id: 'ann', name: 7 as never }]],
    ['"administrator" is not a boolean', [{ id: 'ann', administrator: 'no' as never }]],
    ['received "ann" twice', [{ id: 'ann' }, { id: 'ann' }]],
  ])('stops for people of development: %s', async (message, people) => {
    delete process.env['NODE_ENV'];
    const provider = developmentPrincipals(people as DevelopmentPerson[]);
    await expect(start(platform, ApprovalsHttpModule.forRoot({}), [provider])).rejects.toThrow(message);
  });

  it.each(['production', 'test', 'staging'])('stops for people of development in %s', async (environment) => {
    process.env['NODE_ENV'] = environment;
    const provider = developmentPrincipals([{ id: 'ann' }]);
    await expect(start(platform, ApprovalsHttpModule.forRoot({}), [provider])).rejects.toThrow(
      `developmentPrincipals() authenticates nothing, and NODE_ENV is "${environment}".`,
    );
  });

  it('lets a request choose a person of development, and warns', async () => {
    process.env['NODE_ENV'] = 'development';
    const provider = developmentPrincipals([
      { id: 'ann', tenant: 'acme' },
      { id: 'zoë', roles: ['a'], administrator: true },
    ]);
    const { app, ask, logs } = await serveDoor(platform, { principals: provider });
    expect(logs.filter((line) => line.startsWith('warn: developmentPrincipals()'))).toHaveLength(1);
    const me = async (headers: Record<string, string>) =>
      (await read(await ask('approvals/me', { as: '', headers }))).body;
    expect(await me({})).toEqual({ id: 'ann', tenant: 'acme', roles: [], administrator: false });
    const zoe = { id: 'zoë', tenant: 'default', roles: ['a'], administrator: true };
    expect(await me({ cookie: `a=b; toolgate-person=${encodeURIComponent('zoë')}` })).toEqual(zoe);
    expect(await me({ 'x-toolgate-person': 'ann', cookie: 'toolgate-person=eve' })).toMatchObject({ id: 'ann' });
    expect(await me({ 'x-toolgate-person': 'eve' })).toMatchObject({ status: 401 });
    expect(await me({ cookie: 'toolgate-person=' })).toMatchObject({ status: 401 });
    await app.close();
  });

  it('has no person of development for a page whose name resolves to this machine', async () => {
    process.env['NODE_ENV'] = 'development';
    const { app, origin } = await serveDoor(platform, { principals: developmentPrincipals([{ id: 'ann' }]) });
    const statusFor = async (host: string): Promise<number | undefined> => {
      const sent = request(`${origin}/approvals/me`, { headers: { host, 'x-toolgate-person': 'ann' } }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    for (const host of ['localhost', 'LOCALHOST:3000', '127.0.0.1:80', '[::1]', '[::1]:3000']) {
      expect([host, await statusFor(host)]).toEqual([host, 200]);
    }
    for (const host of ['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example']) {
      expect([host, await statusFor(host)]).toEqual([host, 401]);
    }
    await app.close();
  });

  it('has no person of development for a request that passed a proxy or came from another machine', async () => {
    process.env['NODE_ENV'] = 'development';
    const { app, ask } = await serveDoor(platform, { principals: developmentPrincipals([{ id: 'ann' }]) });
    const statusWith = async (headers: Record<string, string> = {}): Promise<number> =>
      (await ask('approvals/me', { as: '', headers: { ...headers, connection: 'close' } })).status;
    expect(await statusWith()).toBe(200);
    for (const header of ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']) {
      expect([header, await statusWith({ [header]: 'for=127.0.0.1' })]).toEqual([header, 401]);
    }
    const addresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.7', '::ffff:10.0.0.7', '127.evil'];
    const left = [...addresses];
    // The tests have one machine, so the server learns the address of another one.
    app
      .getHttpServer()
      .on('connection', (socket: Socket) => Object.defineProperty(socket, 'remoteAddress', { value: left.shift() }));
    const statuses: number[] = [];
    for (const _ of addresses) statuses.push(await statusWith());
    expect(statuses).toEqual([200, 200, 200, 401, 401, 401]);
    await app.close();
  });
});
