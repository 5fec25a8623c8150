import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { externalCallsClient } from 'toolgate/http/client';
import { startProxy } from './lossy-proxy.fixture.js';
import { decide, GRACE, secret, startService } from './remote.fixture.js';
import { compiledProgram } from '../run/compiled-program.js';

const LEASE_MS = 60_000;

const start = async (env: NodeJS.ProcessEnv = {}) => {
  const service = await startService();
  const proxy = await startProxy(service.origin);
  const child = spawn(process.execPath, [await compiledProgram('test/remote/killed-application.fixture')], {
    env: { ...process.env, SERVICE_URL: proxy.url, SERVICE_SECRET: secret, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += String(chunk)));
  const exit = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exit;
  };
  const lines = (): readonly string[] => printed.split('\n').filter(Boolean);
  const of = externalCallsClient({
    baseUrl: `${service.origin}/approvals`,
    headers: () => ({ authorization: `Bearer ${secret}` }),
  });
  const close = async (): Promise<void> => {
    await proxy.stop();
    await service.app.close();
  };
  const until = (check: () => void) => vi.waitFor(check, { interval: 5, timeout: 20_000 });
  const asked = await vi.waitFor(() => service.asked(), { timeout: 20_000 });
  return { service, proxy, kill, lines, get: () => of.get(asked.id), asked, close, until };
};

describe('an application that is killed', () => {
  it('while it waits leaves a request that ends by itself', async () => {
    const { service, kill, lines, get, close } = await start();
    await kill();
    service.clock.advance(20_000);
    expect(await get()).toMatchObject({ status: 'rejected', approval: 'EXPIRED' });
    expect(lines()).toEqual([]);
    await close();
  });

  it('between the claim and the body leaves an unknown outcome, and no body', async () => {
    const { service, proxy, kill, lines, get, asked, close, until } = await start();
    proxy.failAll('claim', 'lose');
    await decide(service, asked);
    await until(() => expect(proxy.steps).toContain('claim'));
    await vi.waitFor(async () => expect((await get()).approval).toBe('EXECUTING'));
    await kill();
    service.clock.advance(LEASE_MS);
    expect(await get()).toMatchObject({ status: 'suspended', approval: 'OUTCOME_UNKNOWN' });
    expect(lines()).toEqual([]);
    const outcome = { type: 'failed', message: 'It did not run.' } as const;
    await service.approvals.runs.reconcile(asked.runId, { index: 0, outcome }, GRACE);
    expect(await get()).toMatchObject({ status: 'failed', approval: 'FAILED' });
    await close();
  });

  it('in the body leaves an unknown outcome, and one body', async () => {
    const { service, kill, lines, get, asked, close, until } = await start({ STAY_IN_BODY: 'yes' });
    await decide(service, asked);
    await until(() => expect(lines()).toEqual(['body web']));
    await kill();
    service.clock.advance(LEASE_MS);
    expect(await get()).toMatchObject({ status: 'suspended', approval: 'OUTCOME_UNKNOWN' });
    expect(lines()).toEqual(['body web']);
    await close();
  });

  it('after the body, before the report, leaves an unknown outcome, and one body', async () => {
    const { service, proxy, kill, lines, get, asked, close, until } = await start();
    proxy.failAll('finish', 'refuse');
    await decide(service, asked);
    await until(() => expect(proxy.steps).toContain('finish'));
    await kill();
    service.clock.advance(LEASE_MS);
    expect(await get()).toMatchObject({ status: 'suspended', approval: 'OUTCOME_UNKNOWN' });
    expect(lines().filter((line) => line === 'body web')).toHaveLength(1);
    const outcome = { type: 'succeeded', value: null } as const;
    await service.approvals.runs.reconcile(asked.runId, { index: 0, outcome }, GRACE);
    expect(await get()).toMatchObject({ status: 'completed' });
    await close();
  });
});
