import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request as nodeRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type INestApplication, UnauthorizedException, VersioningType } from '@nestjs/common';
import { APP_GUARD, RouterModule } from '@nestjs/core';
import { ApprovalsHttpModule, developmentPrincipals, type InboxOptions, PrincipalResolver } from 'toolgate/http';
import { buildInbox } from '../built-inbox.fixture.js';
import { type DoorStory, serveDoor } from './door.fixture.js';
import { platforms } from './platforms.fixture.js';

const NODE_ENV = process.env['NODE_ENV'];

beforeAll(buildInbox);

const people = () => {
  delete process.env['NODE_ENV'];
  return developmentPrincipals([{ id: 'sam', name: 'Sam', roles: ['clerk'] }, { id: 'grace' }]);
};

const built = (file: string): string => readFileSync(`dist/inbox/${file}`, 'utf8');

/** Sends a request exactly as it is written, which `fetch` does not: it shortens paths, and sets the host. */
const send = async (
  origin: string,
  path: string,
  {
    method = 'GET',
    headers = {},
  }: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
) => {
  const { hostname: host, port } = new URL(origin);
  const sent = nodeRequest({ host, port, path, method, headers });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
};

/** A policy that allows what the host serves, and exactly the script inside the page. */
const policyOf = (page: Buffer, ancestors: string): string => {
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page.toString()) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  return `default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`;
};

describe.each(platforms)('the inbox on $name', (platform) => {
  let app: INestApplication | undefined;

  afterEach(async () => {
    process.env['NODE_ENV'] = NODE_ENV;
    await app?.close();
    app = undefined;
  });

  const serve = async (inbox: boolean | InboxOptions = true, { http, ...story }: DoorStory = {}) => {
    const door = await serveDoor(platform, { http: { inbox, ...http }, ...story });
    app = door.app;
    return { ...door, get: (path: string, ask?: Parameters<typeof send>[2]) => send(door.origin, path, ask) };
  };

  const assetOf = (page: Buffer, ending = 'js'): string =>
    new RegExp(`"\\./inbox/(assets/[^"]+\\.${ending})"`).exec(page.toString())![1]!;

  /** The settings inside a page, and the page without them. */
  const settingsIn = (page: Buffer): readonly [settings: unknown, page: string] => {
    const text = page.toString();
    const [attribute = '', value = ''] = /(?<=^<html) data-settings="([^"]*)"(?= lang="en">$)/m.exec(text) ?? [];
    return [JSON.parse(value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')), text.replace(attribute, '')];
  };

  it('is a page that a person without a session receives, and that contains no data', async () => {
    const { ask, get, wait } = await serve({ name: 'Acme orders', texts: { 'app.title': 'Refunds' } });
    const approval = await wait({ order: 'A-secret', amount: 5 });
    expect((await ask('approvals', { as: '' })).status).toBe(401);
    const page = await get('/approvals/inbox');
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    // The bytes are those of the build and of the options, so no request and no record adds anything.
    const options = { name: 'Acme orders', texts: { 'app.title': 'Refunds' } };
    expect(settingsIn(page.body)).toEqual([options, built('index.html')]);
    const settings = await get('/approvals/inbox/settings.json');
    expect(JSON.parse(settings.body.toString())).toEqual(options);
    for (const { body } of [page, settings]) {
      for (const secret of [approval.id, 'A-secret', 'ann']) expect(body.toString()).not.toContain(secret);
    }
  });

  it('loads its script and its style from below its own address', async () => {
    const { get } = await serve();
    const { body } = await get('/approvals/inbox');
    for (const [ending, type] of [
      ['js', 'text/javascript; charset=utf-8'],
      ['css', 'text/css; charset=utf-8'],
    ] as const) {
      const path = assetOf(body, ending);
      const asset = await get(`/approvals/inbox/${path}`);
      expect(asset.headers).toMatchObject({ 'content-type': type, 'content-length': String(asset.body.length) });
      expect(asset.body.toString()).toBe(built(path));
    }
  });

  it('passes a guard of the application that refuses every request', async () => {
    const guard = {
      provide: APP_GUARD,
      useValue: {
        canActivate: () => {
          throw new UnauthorizedException();
        },
      },
    };
    const { ask, get } = await serve(true, { providers: [guard] });
    expect((await ask('approvals')).status).toBe(401);
    const page = await get('/approvals/inbox');
    expect(page.status).toBe(200);
    expect((await get(`/approvals/inbox/${assetOf(page.body)}`)).status).toBe(200);
    expect((await get('/approvals/inbox/settings.json')).status).toBe(200);
  });

  it('loads nothing from another host, and no page may show it in a frame', async () => {
    const { get } = await serve();
    const page = await get('/approvals/inbox');
    for (const path of ['', '/settings.json', `/${assetOf(page.body)}`, '/assets/missing.js']) {
      expect((await get(`/approvals/inbox${path}`)).headers).toMatchObject({
        'content-security-policy': policyOf(page.body, "'none'"),
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it.each(['cross-site', 'same-site', 'same-origin', undefined])(
    'is out of reach of the page that opened it, if the browser says that the request comes from "%s"',
    async (site) => {
      const { get } = await serve();
      const { headers } = await get('/approvals/inbox', { headers: site ? { 'sec-fetch-site': site } : {} });
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    },
  );

  it('stays in the process of the browser for a person who types its address, because no page opened it', async () => {
    const { get } = await serve();
    const { headers } = await get('/approvals/inbox', { headers: { 'sec-fetch-site': 'none' } });
    expect(headers).not.toHaveProperty('cross-origin-opener-policy');
  });

  it('may be shown in a frame of the pages that the application lists', async () => {
    const { get } = await serve({ frameAncestors: ['self', 'https://intranet.example.com'] });
    const { headers, body } = await get('/approvals/inbox');
    expect(headers['content-security-policy']).toBe(policyOf(body, "'self' https://intranet.example.com"));
    expect(JSON.parse((await get('/approvals/inbox/settings.json')).body.toString())).toEqual({});
  });

  it('is never stored, except its assets, whose names change with their content', async () => {
    const { get } = await serve();
    const page = await get('/approvals/inbox');
    const caching = async (path: string) => (await get(`/approvals/inbox${path}`)).headers['cache-control'];
    expect(page.headers['cache-control']).toBe('no-store');
    expect(await caching('/settings.json')).toBe('no-store');
    expect(await caching('/assets/missing.js')).toBe('no-store');
    expect(await caching(`/${assetOf(page.body)}`)).toBe('public, max-age=31536000, immutable');
  });

  it.each<[string, boolean]>([
    ['gzip, br', true],
    ['*', true],
    ['GZIP;q=0.5', true],
    ['gzip;q=0, *', false],
    ['br', false],
    ['', false],
  ])('is compressed for a client that accepts "%s": %s', async (accepted, isCompressed) => {
    const { get } = await serve();
    const path = `/approvals/inbox/${assetOf((await get('/approvals/inbox')).body)}`;
    const plain = await get(path, { headers: { 'accept-encoding': 'identity' } });
    const asset = await get(path, { headers: { 'accept-encoding': accepted } });
    expect(asset.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(asset.body.length) });
    expect(asset.headers['content-encoding']).toBe(isCompressed ? 'gzip' : undefined);
    // Comparing by elements takes seconds.
    expect(plain.body.equals(isCompressed ? gunzipSync(asset.body) : asset.body)).toBe(true);
  });

  it('sends HEAD without a body, and refuses every other method', async () => {
    const { get } = await serve();
    const page = await get('/approvals/inbox');
    for (const path of ['', '/', '/settings.json', `/${assetOf(page.body)}`]) {
      const [read, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => get(`/approvals/inbox${path}`, { method })),
      );
      expect({ ...head!.headers, date: '' }).toEqual({ ...read!.headers, date: '' });
      expect([head!.status, head!.body.length]).toEqual([read!.status, 0]);
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const refused = await get(`/approvals/inbox${path}`, { method });
        expect(refused).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
      }
    }
  });

  it('serves only the files that were built', async () => {
    const { get } = await serve();
    const assets = readdirSync('dist/inbox/assets');
    const paths = [
      'assets/missing.js',
      'assets/',
      'assets/../index.html',
      'assets/..%2findex.html',
      'assets/%2e%2e/%2e%2e/package.json',
      'assets/..\\..\\package.json',
      `assets//${assets[0]}`,
      `assets/${assets[0]}%00`,
      'texts.json',
      'index.html',
      'settings.json/',
      'inbox',
      '/',
    ];
    for (const path of paths) {
      const { status, body } = await get(`/approvals/inbox/${path}`);
      expect({
        path,
        isRefused: status === 404 || status === 400,
        isFile: /<!doctype|"dependencies"|import/.test(body.toString()),
      }).toEqual({
        path,
        isRefused: true,
        isFile: false,
      });
    }
  });

  it('leaves the other paths of the door to the door', async () => {
    const { ask, wait } = await serve();
    const approval = await wait();
    expect((await ask(`approvals/${approval.id}`)).status).toBe(200);
    expect((await ask('approvals/me')).status).toBe(200);
    expect((await ask('approvals/inboxes')).status).toBe(404);
  });

  it('removes a slash at the end, relatively to the address that the browser has', async () => {
    const { get } = await serve();
    const redirected = await get('/approvals/inbox/?approval=A1&text=a%2Fb');
    expect(redirected).toMatchObject({ status: 308, headers: { location: '../inbox?approval=A1&text=a%2Fb' } });
    // The address behind a proxy that removes the prefix /desk.
    const seen = new URL(redirected.headers.location!, 'https://desk.example.com/desk/approvals/inbox/');
    expect(seen.pathname).toBe('/desk/approvals/inbox');
  });

  it.each<[string, string, DoorStory]>([
    ['a path of its own', '/admin/approvals', { http: { path: '/admin/approvals/' } }],
    ['the path inbox', '/inbox', { http: { path: 'inbox' } }],
    ['a global prefix', '/api/approvals', { change: (app) => void app.setGlobalPrefix('api') }],
    [
      'a global prefix that has the path of the inbox',
      '/approvals/inbox/approvals',
      { change: (app) => void app.setGlobalPrefix('approvals/inbox') },
    ],
    [
      'versions',
      '/approvals',
      { change: (app) => void app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' }) },
    ],
    [
      'a path of a router module',
      '/staff/approvals',
      { imports: [RouterModule.register([{ path: 'staff', module: ApprovalsHttpModule }])] },
    ],
  ])('is served beside the door with %s', async (_, door, story) => {
    const { ask, get } = await serve(true, story);
    expect((await ask(`${door.slice(1)}/me`)).status).toBe(200);
    const page = await get(`${door}/inbox`);
    expect(page.status).toBe(200);
    expect((await get(`${door}/inbox/settings.json`)).status).toBe(200);
    expect((await get(`${door}/inbox/${assetOf(page.body)}`)).status).toBe(200);
    expect((await get(`${door}/inbox/`)).headers.location).toBe('../inbox');
    expect((await get('/other/inbox')).status).toBe(404);
  });

  it('is off unless the application turns it on', async () => {
    const { get } = await serve(false);
    // The door looks for an approval with this id.
    expect(await get('/approvals/inbox')).toMatchObject({ status: 401 });
    expect((await get('/approvals/inbox/settings.json')).status).toBe(404);
  });

  it('is an option beside the factory', async () => {
    const http = ApprovalsHttpModule.forRootAsync({ inbox: { name: 'Acme' }, useFactory: () => ({}) });
    const provided = http.providers!.filter(
      (provider) => 'useValue' in provider && 'inbox' in Object(provider.useValue),
    );
    expect(provided).toEqual([expect.objectContaining({ useValue: { path: 'approvals', inbox: { name: 'Acme' } } })]);
  });

  it('passes to the page what the application has configured, and nothing else', async () => {
    const inbox: InboxOptions = {
      name: 'Acme orders',
      color: '#0b5fff',
      logo: '/logo.svg',
      language: 'de',
      texts: { 'app.title': 'Freigaben' },
      signIn: '/login',
      token: { storage: 'session', key: 'access-token' },
      frameAncestors: ['self'],
    };
    const { get } = await serve(inbox);
    const { frameAncestors: _, ...shown } = inbox;
    const settings = await get('/approvals/inbox/settings.json');
    expect(settings.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(settings.body.toString())).toEqual(shown);
  });

  it('contains its settings as text, whatever they contain', async () => {
    const token = { storage: 'session', key: '"><script>alert(1)</script>&amp;$&' } as const;
    const { get } = await serve({ token });
    const { headers, body } = await get('/approvals/inbox');
    expect(settingsIn(body)).toEqual([{ token }, built('index.html')]);
    expect(headers['content-security-policy']).toBe(policyOf(Buffer.from(built('index.html')), "'none'"));
  });

  it('lists the people of development on the local machine only', async () => {
    const { get } = await serve(true, { principals: people() });
    const settingsFor = async (host: string): Promise<readonly unknown[]> => {
      const { body } = await get('/approvals/inbox/settings.json', { headers: { host } });
      const page = await get('/approvals/inbox', { headers: { host } });
      return [JSON.parse(body.toString()), settingsIn(page.body)[0]];
    };
    const listed = { people: [{ id: 'sam', name: 'Sam' }, { id: 'grace' }] };
    for (const host of ['localhost:3000', 'desk.example.com', '127.0.0.1', '10.0.0.1', '[::1]:3000']) {
      const isLocal = !/desk|10/.test(host);
      expect(await settingsFor(host)).toEqual(isLocal ? [listed, listed] : [{}, {}]);
    }
    expect(await settingsFor('localhost.example.com')).toEqual([{}, {}]);
  });

  it('lets the page choose one of the people with the cookie', async () => {
    const { ask } = await serve(true, { principals: people() });
    const me = async (headers: Record<string, string>) =>
      ((await (await ask('approvals/me', { as: '', headers })).json()) as { readonly id: string }).id;
    expect(await me({})).toBe('sam');
    expect(await me({ cookie: 'toolgate-person=grace' })).toBe('grace');
  });

  it('lists no people if the application authenticates requests itself', async () => {
    const principals = {
      provide: PrincipalResolver,
      useValue: { principal: () => undefined, listed: [{ id: 'eve' }] },
    };
    const { get } = await serve(true, { principals });
    const { body } = await get('/approvals/inbox/settings.json', { headers: { host: 'localhost' } });
    expect(body.toString()).toBe('{}');
  });

  it('stops start-up for a text that the page does not have', async () => {
    for (const key of ['app.titel', 'constructor']) {
      await expect(serve({ texts: { [key]: 'Refunds' } })).rejects.toThrow(
        `The option inbox.texts of ApprovalsHttpModule has the key "${key}", which the page does not have. Use a key of toolgate/dist/inbox/texts.json.`,
      );
    }
  });
});

describe('the options of the inbox', () => {
  it.each<[unknown, string]>([
    ['yes', 'The option inbox of ApprovalsHttpModule is a string. Pass true, false or an object with name,'],
    [
      { colour: '#000' },
      'Unknown option inbox.colour of ApprovalsHttpModule. Use one of: name, color, logo, language, texts, signIn, token, frameAncestors.',
    ],
    [{ name: ' ' }, "The option inbox.name of ApprovalsHttpModule is ' '. Pass the name of the application"],
    [{ color: 'blue' }, 'is \'blue\'. Pass a CSS hex color, such as "#0b5fff".'],
    [{ color: '#12345' }, "is '#12345'. Pass a CSS hex color"],
    [{ color: '#000;}' }, "is '#000;}'. Pass a CSS hex color"],
    [{ logo: 'https://cdn.example.com/logo.svg' }, 'Pass a path on the same host, such as "/logo.svg"'],
    [{ logo: '//cdn.example.com/logo.svg' }, 'Pass a path on the same host'],
    [{ logo: '/\\cdn.example.com/logo.svg' }, 'Pass a path on the same host'],
    [{ logo: 'data:text/html,<b>' }, 'Pass a path on the same host'],
    [{ language: 'fr' }, "is 'fr'. Pass 'en' or 'de'."],
    [{ texts: ['a'] }, "The option inbox.texts of ApprovalsHttpModule is [ 'a' ]. Pass texts by their keys"],
    [{ texts: { 'app.title': 7 } }, 'Pass texts by their keys, such as { "app.title": "Refunds" }.'],
    [{ signIn: 'https://login.example.com' }, 'Pass a path on the same host without a query, such as "/login".'],
    [{ signIn: '//login.example.com' }, 'Pass a path on the same host without a query'],
    [{ signIn: '/login?from=inbox' }, 'Pass a path on the same host without a query'],
    [{ signIn: 'javascript:alert(1)' }, 'Pass a path on the same host without a query'],
    [{ token: 'access-token' }, 'Pass the place of the token, such as { storage: "local", key: "access-token" }.'],
    [{ token: { storage: 'cookie', key: 'a' } }, 'Pass the place of the token'],
    [{ token: { storage: 'local', key: '' } }, 'Pass the place of the token'],
    [{ token: { storage: 'local', key: 'a', prefix: 'b' } }, 'Pass the place of the token'],
    [
      { frameAncestors: 'self' },
      'is a string. Pass a list of origins, such as ["self", "https://intranet.example.com"].',
    ],
    [{ frameAncestors: ['https://a.example/'] }, "is [ 'https://a.example/' ]. Pass a list of origins"],
    [{ frameAncestors: ['*'] }, 'Pass a list of origins'],
    [{ frameAncestors: ['https://*.example.com'] }, 'Pass a list of origins'],
    [{ frameAncestors: ['https://a.example;script-src'] }, 'Pass a list of origins'],
    [{ frameAncestors: ['data:'] }, 'Pass a list of origins'],
  ])('are checked at start-up: %j', (inbox, message) => {
    expect(() => ApprovalsHttpModule.forRoot({ inbox: inbox as InboxOptions })).toThrow(message);
  });

  it.each<[InboxOptions]>([
    [{ color: '#ABC' }],
    [{ logo: 'data:image/svg+xml;base64,PHN2Zy8+' }],
    [{ logo: '/assets/logo.svg?v=2' }],
    [{ signIn: '/' }],
    [{ frameAncestors: [] }],
    [{ frameAncestors: ['http://localhost:3000', 'http://[::1]:3000'] }],
    [{}],
  ])('may be %j', (inbox) => {
    expect(() => ApprovalsHttpModule.forRoot({ inbox })).not.toThrow();
  });
});
