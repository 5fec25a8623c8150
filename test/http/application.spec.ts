import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type CallHandler,
  type ExecutionContext,
  ForbiddenException,
  HttpException,
  type INestApplication,
  type NestInterceptor,
  type PipeTransform,
  UnauthorizedException,
  ValidationPipe,
} from '@nestjs/common';
import { APP_GUARD, RouterModule } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { map } from 'rxjs';
import { ApprovalsHttpModule, PrincipalResolver } from 'toolgate/http';
import { decision, type DoorStory, read, serveDoor } from './door.fixture.js';
import { platforms } from './platforms.fixture.js';

class Wrapping implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((data: unknown) => ({ data })));
  }
}

/** Fails after a route has answered. */
class FailingLate implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(
      map(() => {
        throw new Error('The meter is broken.');
      }),
    );
  }
}

class Upper implements PipeTransform {
  transform(value: unknown): unknown {
    return typeof value === 'string' ? value.toUpperCase() : value;
  }
}

class Filter {
  catch(): never {
    throw new Error('The filter of the application received an error of the door.');
  }
}

/** A person whose tenant and roles are no properties of the object itself. */
class Employee {
  readonly id = 'ann';

  get tenant(): string {
    return 'acme';
  }

  get roles(): readonly string[] {
    return ['finance'];
  }
}

/** A resolver that identifies each request with this function. */
const answering = (principal: () => unknown) => ({ provide: PrincipalResolver, useValue: { principal } });

describe.each(platforms)('an application with the door on $name', (platform) => {
  let app: INestApplication | undefined;

  const serve = async (story?: DoorStory) => {
    const door = await serveDoor(platform, story);
    app = door.app;
    return door;
  };

  afterEach(() => app?.close());

  it.each<[string, (app: INestApplication) => unknown]>([
    [
      'pipes',
      (app) =>
        app.useGlobalPipes(
          new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }),
          new Upper(),
        ),
    ],
    ['an interceptor that wraps results', (app) => app.useGlobalInterceptors(new Wrapping())],
    ['a filter', (app) => app.useGlobalFilters(new Filter())],
    ['a middleware', (app) => app.use((_: unknown, __: unknown, next: () => void) => next())],
  ])('may have %s', async (_, change) => {
    const { ask, wait } = await serve({ change });
    const approval = await wait();
    const path = `approvals/${approval.id}`;
    expect((await read(await ask(path))).body).toMatchObject({
      id: approval.id,
      arguments: { order: 'A-1', amount: 5 },
    });
    expect(await read(await ask('approvals/missing'))).toMatchObject({ status: 404, body: { problem: 'not-found' } });
    const decided = await ask(`${path}/decisions`, { body: decision(approval, { reason: 'fine' }) });
    expect((await read(decided)).body).toMatchObject({ status: 'APPROVED', decisionReason: 'fine' });
    expect(decided.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('may have an interceptor that fails after an answer, which stays, and after a stream has begun, which ends', async () => {
    const { ask, wait, logs } = await serve({ change: (app) => app.useGlobalInterceptors(new FailingLate()) });
    const { id } = await wait();
    expect(await read(await ask(`approvals/${id}`))).toMatchObject({ status: 200, body: { id } });
    const changes = await ask('approvals/changes');
    expect([changes.status, typeof (await changes.text())]).toEqual([200, 'string']);
    const failed = [id, 'changes'].map((path) => `GET /approvals/${path} failed: Error: The meter is broken.`);
    expect(logs).toEqual(failed.map((line) => expect.stringContaining(line) as unknown));
  });

  it('guards the door before it identifies the person', async () => {
    let asked = 0;
    const guard = { provide: APP_GUARD, useValue: { canActivate: () => false } };
    const resolver = answering(() => void asked++);
    const { ask } = await serve({ providers: [guard], principals: resolver });
    expect(await read(await ask('approvals'))).toMatchObject({ status: 403, body: { problem: 'forbidden' } });
    expect(asked).toBe(0);
  });

  it('may mount the door below a path of a router module', async () => {
    const { ask, wait } = await serve({
      imports: [RouterModule.register([{ path: 'admin', module: ApprovalsHttpModule }])],
    });
    const approval = await wait();
    const body = `${' '.repeat(200_000)}${JSON.stringify(decision(approval))}`;
    expect((await ask(`admin/approvals/${approval.id}/decisions`, { body })).status).toBe(200);
  });

  it.each<[string, () => never, object]>([
    [
      'a 401',
      () => {
        throw new UnauthorizedException('The token has expired');
      },
      { status: 401, detail: 'The token has expired', problem: 'unauthenticated' },
    ],
    [
      'a 403',
      () => {
        throw new ForbiddenException('Blocked');
      },
      { status: 403, detail: 'Blocked', problem: 'forbidden' },
    ],
    [
      'a 429',
      () => {
        throw new HttpException('Slow down', 429);
      },
      { status: 429, problem: 'too-many-requests' },
    ],
    [
      'an error',
      () => {
        throw new Error('secret=1');
      },
      { status: 500, problem: 'internal' },
    ],
    [
      'a 502',
      () => {
        throw new HttpException('at 10.0.0.1', 502);
      },
      { status: 502, problem: 'bad-gateway' },
    ],
  ])('answers with %s if its resolver throws it', async (_, principal, problem) => {
    const { ask } = await serve({ principals: answering(principal) });
    const { body } = await read(await ask('approvals'));
    expect(body).toMatchObject({ type: 'about:blank', ...problem });
    if ((body['status'] as number) >= 500) {
      expect(body['detail']).toMatch(/^The server could not answer\. (Its log states why|Try again later)\.$/);
    }
  });

  it('shows a person whose class states the tenant and the roles as getters that tenant, and no other', async () => {
    const { ask, wait } = await serve({ principals: answering(() => ({ approver: new Employee() })) });
    const { id } = await wait();
    await wait({ order: 'B-2', amount: 5 }, 'default');
    expect((await read(await ask('approvals'))).body).toMatchObject({ items: [{ id }] });
    expect((await read(await ask('approvals/me'))).body).toMatchObject({ tenant: 'acme', roles: ['finance'] });
  });

  it.each<[unknown]>([
    ['ann'],
    [true],
    [{}],
    [{ id: 'ann', tenant: 'acme' }],
    [{ approver: { tenant: 'acme' } }],
    [{ approver: { id: '' } }],
    [{ approver: { id: 'ann', tenant: 7 } }],
    [{ approver: { id: 'ann', tenant: null } }],
    [{ approver: { id: 'ann', roles: 'finance' } }],
    [{ approver: { id: 'ann', name: 'Ann' } }],
    [{ approver: { id: 'ann' }, administrator: 'false' }],
  ])('fails, and logs why, if its resolver returns %j', async (principal) => {
    const { ask, logs } = await serve({ principals: answering(() => principal) });
    expect(await read(await ask('approvals'))).toMatchObject({ status: 500, body: { problem: 'internal' } });
    expect(logs.filter((line) => line.includes('returned an invalid principal'))).toHaveLength(1);
  });
});

describe('an Express server with a body parser of its own', () => {
  it('may have one that waits for the end of a body, as body-parser 1', async () => {
    const parse = (request: Readable & { _body?: boolean }, _: unknown, next: () => void) =>
      request._body ? next() : request.resume().once('end', next);
    const { app, ask, wait } = await serveDoor(platforms[0], { change: (express) => express.use(parse) });
    const approval = await wait();
    expect((await ask(`approvals/${approval.id}/decisions`, { body: decision(approval) })).status).toBe(200);
    await app.close();
  });

  it('leaves the bodies of the door to the door', async () => {
    const adapter = () => new ExpressAdapter().useBodyParser('json', false, { limit: 100 });
    const { app, ask, wait } = await serveDoor({ name: 'Express', adapter });
    const approval = await wait();
    const path = `approvals/${approval.id}/decisions`;
    expect(await read(await ask(path, { body: '{' }))).toMatchObject({ status: 400, body: { problem: 'bad-request' } });
    const body = decision(approval, { reason: 'a'.repeat(1000) });
    expect((await ask(`APPROVALS/${approval.id}/decisions/`, { body })).status).toBe(200);
    await app.close();
  });
});

/** The part of a Fastify server with which a plugin adds hooks to routes. */
interface HookedServer {
  addHook(name: 'onRoute', hook: (route: { preParsing?: unknown; preValidation?: unknown }) => void): void;
}

describe('a Fastify server with hooks of its own', () => {
  it('may decompress the bodies of the door, and sees each request as it came', async () => {
    const types: unknown[] = [];
    const decompress = async ({ headers }: IncomingMessage, _: unknown, body: Readable) => {
      if (headers['content-encoding'] !== 'gzip') return body;
      delete headers['content-encoding'];
      return body.pipe(createGunzip());
    };
    const change = (app: INestApplication) => {
      const server: HookedServer = app.getHttpAdapter().getInstance();
      server.addHook('onRoute', (route) => {
        route.preParsing = decompress;
        route.preValidation = [async ({ headers }: IncomingMessage) => types.push(headers['content-type'])];
      });
    };
    const { app, ask, wait } = await serveDoor(platforms[1], { change });
    const approval = await wait();
    const send = (body: Uint8Array) =>
      ask(`approvals/${approval.id}/decisions`, { body, headers: { 'content-encoding': 'gzip' } });
    expect((await send(gzipSync(' '.repeat(1_000_001)))).status).toBe(413);
    expect((await send(Buffer.from('not compressed'))).status).toBe(500);
    expect((await send(gzipSync(JSON.stringify(decision(approval))))).status).toBe(200);
    expect(types).toEqual(['application/json', 'application/json']);
    await app.close();
  });
});
