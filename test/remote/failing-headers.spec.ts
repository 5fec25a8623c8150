import { afterEach, describe, expect, it, vi } from 'vitest';
import { ToolApprovalManager } from 'toolgate/remote';
import { configOf, decide, secret, startBoth, startService, untilStatus } from './remote.fixture.js';

const HEADERS = { authorization: `Bearer ${secret}` };

describe('while the function that returns the headers fails', () => {
  let fails = false;
  let failing = (): Record<string, string> => {
    throw new Error('The token server is away: password=hunter2');
  };

  const start = () => startBoth({ headers: async () => (fails ? failing() : HEADERS) });

  type Both = Awaited<ReturnType<typeof start>>;

  const warned = ({ logs, proxy }: Both, why = 'The token server is away: password=[redacted]') =>
    vi.waitFor(() =>
      expect(logs.filter((line) => line.includes('approval service'))).toEqual([
        `warn: The headers for the approval service ${proxy.url} could not be created: Error: ${why}. Each request is sent again until the time of its call is over. Check the function headers of RemoteToolApproval. Toolgate`,
      ]),
    );

  afterEach(() => {
    fails = false;
  });

  it('a call waits, and runs after its approval', async () => {
    const both = await start();
    const running = both.turn();
    const asked = await both.service.asked();
    fails = true;
    await warned(both);
    await decide(both.service, asked);
    fails = false;
    expect(await running).toMatchObject({ status: 'completed' });
    expect(both.tools.done).toEqual(['deploy web']);
    await both.close();
  });

  it('the outcome of a call is reported later', async () => {
    const both = await start();
    both.tools.during = () => {
      fails = true;
    };
    const running = both.turn();
    await decide(both.service, await both.service.asked());
    expect(await running).toMatchObject({ status: 'completed' });
    await warned(both);
    fails = false;
    await untilStatus(both.service, 'SUCCEEDED');
    await both.close();
  });

  it('a secret with a line end inside is not logged', async () => {
    const both = await start();
    const running = both.turn();
    const asked = await both.service.asked();
    failing = () => ({ 'x-api-key': 'hunter2\nlast line' });
    fails = true;
    await warned(
      both,
      'The function returned headers that cannot be sent. Remove line ends and other characters that a header cannot have from its names and values',
    );
    await decide(both.service, asked);
    fails = false;
    expect(await running).toMatchObject({ status: 'completed' });
    await both.close();
  });
});

describe('a function that does not return the headers', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('delays a request by ten seconds, and the end of the application by five', async () => {
    const service = await startService();
    let hangs = true;
    const headers = () => (hangs ? new Promise<never>(() => {}) : HEADERS);
    const manager = new ToolApprovalManager(configOf(`${service.origin}/approvals`, { headers }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const blocked = manager.requestAndWait({ toolName: 'deploy_prod', arguments: {} }).catch(String);
    hangs = false;
    await vi.advanceTimersByTimeAsync(11_000);
    while ((await service.all()).length === 0) await new Promise((resolve) => setImmediate(resolve));
    hangs = true;
    const closing = manager.close();
    await vi.advanceTimersByTimeAsync(5000);
    await closing;
    expect(await blocked).toContain('the application is closing');
    vi.useRealTimers();
    await service.app.close();
  });
});
