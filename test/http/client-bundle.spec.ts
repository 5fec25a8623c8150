import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';

let code: string;
let modules: readonly string[];
let imports: readonly string[];
let server: Server;

beforeAll(async () => {
  const bundled = await rolldown({
    input: 'libs/http/src/client/index.ts',
    platform: 'browser',
    external: (name) => !/^(\.|\/)/.test(name),
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  });
  const [chunk] = (await bundled.generate({ format: 'iife', name: 'door', sourcemapIgnoreList: false })).output;
  ({ code, imports } = chunk);
  modules = Object.keys(chunk.modules);
  await bundled.close();
  server = createServer((_, response) => response.setHeader('content-type', 'application/json').end('{"id":"lee"}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** The names of a browser that the client may use. Node's own names are absent. */
const browser = () => {
  const { fetch, Headers, URLSearchParams, AbortController, TextDecoder, crypto, setTimeout, clearTimeout } =
    globalThis;
  return createContext({
    fetch,
    Headers,
    URLSearchParams,
    AbortController,
    TextDecoder,
    crypto,
    setTimeout,
    clearTimeout,
  }) as { door: typeof import('toolgate/http/client') };
};

describe('the client, bundled for a browser', () => {
  it('contains its own files and imports nothing', () => {
    expect(modules.filter((file) => !file.includes('/libs/http/src/client/'))).toEqual([]);
    expect(modules.length).toBeGreaterThan(10);
    expect(imports).toEqual([]);
  });

  it('runs where only the names of a browser exist', async () => {
    const context = browser();
    runInContext(`${code}\nglobalThis.door = door;`, context);
    const { port } = server.address() as AddressInfo;
    const client = context.door.approvalsClient({ baseUrl: `http://127.0.0.1:${port}/approvals` });
    expect(await client.me()).toEqual({ id: 'lee' });
    expect(await client.decide('a1', { decision: 'approve', revision: 1, argsHash: 'hash' })).toEqual({ id: 'lee' });
    await expect(client.changes({})).rejects.toMatchObject({ name: 'ApprovalsProblem', problem: 'other' });
  });
});
