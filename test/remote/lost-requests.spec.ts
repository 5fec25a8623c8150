import type { ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GuardrailBlockedException, ToolApprovalManager, ToolApprovalTimeoutException } from 'toolgate/remote';
import { lastTexts } from '../story.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';
import type { Fault, Step } from './lossy-proxy.fixture.js';
import { configOf, decide, startBoth, startService, untilStatus } from './remote.fixture.js';

type Both = Awaited<ReturnType<typeof startBoth>>;

describe('while the approval service is down', () => {
  let both: Both | undefined;

  const start = async (...given: Parameters<typeof startBoth>): Promise<Both> => (both = await startBoth(...given));

  afterEach(async () => {
    await both?.close();
    both = undefined;
  });

  const steps: readonly Step[] = ['request', 'statuses', 'claim', 'finish'];

  it.each(steps.flatMap((step) => (['refuse', 'lose', 'overloaded'] as const).map((fault) => [step, fault] as const)))(
    'for one %s (%s), approval is requested once and the call runs once',
    async (step, fault) => {
      const { turn, service, proxy, tools } = await start();
      proxy.fail(step, fault);
      const running = turn();
      await decide(service, await service.asked());
      expect(await running).toMatchObject({ status: 'completed' });
      expect(tools.done).toEqual(['deploy web']);
      await untilStatus(service, 'SUCCEEDED');
      expect(await service.all()).toHaveLength(1);
      await vi.waitFor(() => expect(proxy.steps.filter((one) => one === step).length).toBeGreaterThan(1));
    },
  );

  it('and accepts no more requests for a moment, the call waits and runs once', async () => {
    const { turn, service, proxy, tools, logs } = await start();
    const busy: Fault = (response) => void response.writeHead(429, { 'retry-after': '0' }).end();
    for (const step of ['request', 'statuses', 'claim'] as const) proxy.fail(step, busy);
    const running = turn();
    await decide(service, await service.asked());
    expect(await running).toMatchObject({ status: 'completed' });
    expect(tools.done).toEqual(['deploy web']);
    expect(logs.filter((line) => line.includes('does not answer (429)'))).not.toEqual([]);
  });

  it('logs one warning each time it begins not to answer, and one line when it answers again', async () => {
    const log = vi.spyOn(Logger.prototype, 'log');
    const { turn, service, proxy, logs } = await start();
    proxy.fail('request', 'refuse', 'overloaded');
    proxy.fail('finish', 'overloaded');
    const running = turn();
    await decide(service, await service.asked());
    await running;
    await untilStatus(service, 'SUCCEEDED');
    const stoppedBy = (why: string) =>
      expect.stringContaining(`The approval service ${proxy.url} does not answer (${why}).`) as unknown;
    const lines = () => logs.filter((line) => line.includes('The approval service'));
    const lost = 'TypeError: fetch failed (UND_ERR_SOCKET)';
    await vi.waitFor(() => expect(lines()).toEqual([stoppedBy(lost), stoppedBy('503')]));
    const resumed = [`The approval service ${proxy.url} answers again.`];
    const resumedLines = () => log.mock.calls.filter(([line]) => String(line).includes('answers again'));
    await vi.waitFor(() => expect(resumedLines()).toEqual([resumed, resumed]));
    log.mockRestore();
  });

  it('logs nothing of the kind if a turn is aborted before the answer', async () => {
    const { turn, proxy, logs } = await start();
    const held: ServerResponse[] = [];
    proxy.fail('request', (response) => void held.push(response));
    const abort = new AbortController();
    const running = rejectionOf(turn(abort.signal));
    await vi.waitFor(() => expect(held).toHaveLength(1));
    abort.abort();
    await running;
    await vi.waitFor(() => expect(proxy.steps).toContain('cancel'));
    expect(logs.filter((line) => line.includes('The approval service'))).toEqual([]);
  });

  it('at the request, no body runs, and nothing stays open', async () => {
    const { turn, service, proxy, tools, model } = await start({ timeout: '300ms' });
    proxy.failAll('request', 'lose');
    proxy.failAll('cancel', 'refuse');
    await turn();
    expect(lastTexts(model)[0]).toContain('did not answer in 300 ms');
    expect(tools.done).toEqual([]);
    // The service has received it. It ends there by itself, no later than its time.
    service.clock.advance(300);
    expect((await service.all()).map(({ status }) => status)).toEqual(['EXPIRED']);
  });

  it('at the decision, no body runs, and nothing stays open', async () => {
    const { turn, service, proxy, tools, model } = await start({ timeout: '300ms' });
    proxy.failAll('statuses', 'refuse');
    const running = turn();
    await decide(service, await service.asked());
    await running;
    expect(lastTexts(model)[0]).toContain('Tool execution was denied');
    expect(tools.done).toEqual([]);
    await untilStatus(service, 'CANCELLED');
  });

  it('and never receives the claim, no body runs, and the approval is withdrawn', async () => {
    const { turn, service, proxy, tools } = await start({ timeout: '600ms', onTimeout: 'throw' });
    proxy.failAll('claim', 'refuse');
    const running = rejectionOf(turn());
    await decide(service, await service.asked());
    expect(String(await running)).toContain('did not answer in 600 ms');
    expect(tools.done).toEqual([]);
    await untilStatus(service, 'CANCELLED');
  });

  it('at the claim, no body runs, and nothing stays open', async () => {
    const { turn, service, proxy, tools, model } = await start({ timeout: '600ms' });
    proxy.failAll('claim', 'lose');
    const running = turn();
    await decide(service, await service.asked());
    await running;
    expect(lastTexts(model)[0]).toContain('did not answer in 600 ms');
    expect(tools.done).toEqual([]);
    const { runId } = await untilStatus(service, 'FAILED');
    expect(JSON.stringify(await service.store.state(runId))).toContain('It did not run.');
  });

  it('and never answers the claim, the claim ends with its turn, and the approval is withdrawn', async () => {
    const { turn, service, proxy, tools } = await start();
    const controller = new AbortController();
    proxy.failAll('claim', () => controller.abort(new Error('left')));
    const running = rejectionOf(turn(controller.signal));
    await decide(service, await service.asked());
    expect(String(await running)).toContain('left');
    // Sooner than the attempt of the claim ends by itself, after 10 seconds.
    await vi.waitFor(async () => expect((await service.all())[0]?.status).toBe('CANCELLED'), { timeout: 5000 });
    expect(tools.done).toEqual([]);
  });

  it('at the claim until its lease is over, no body runs, and its outcome is known', async () => {
    const { turn, service, proxy, tools, model } = await start();
    proxy.fail('claim', 'lose');
    proxy.failAll('claim', 'overloaded');
    const running = turn();
    await decide(service, await service.asked());
    await untilStatus(service, 'EXECUTING');
    service.clock.advance(60_001);
    proxy.failAll('claim');
    await running;
    expect(lastTexts(model)[0]).toContain('Tool execution was denied');
    expect(tools.done).toEqual([]);
    const { runId } = await untilStatus(service, 'FAILED');
    expect(JSON.stringify(await service.store.state(runId))).toContain('It did not run.');
  });

  it('and states a long pause, the call waits until its time is over', async () => {
    const { turn, proxy, tools, model } = await start({ timeout: '300ms' });
    proxy.failAll('request', (response) => void response.writeHead(503, { 'retry-after': '60' }).end());
    await turn();
    expect(lastTexts(model)[0]).toContain('did not answer in 300 ms');
    expect(tools.done).toEqual([]);
  });

  it('at the report, the answer does not wait for it, and the outcome is reported later', async () => {
    const { turn, service, proxy, tools } = await start();
    proxy.failAll('finish', 'refuse');
    const running = turn();
    await decide(service, await service.asked());
    await running;
    expect(tools.done).toEqual(['deploy web']);
    expect((await service.all()).map(({ status }) => status)).toEqual(['EXECUTING']);
    proxy.failAll('finish');
    await untilStatus(service, 'SUCCEEDED');
  });

  it('a service that is restarted on its store decides the same call', async () => {
    const { turn, service, proxy, tools } = await start();
    const running = turn();
    await service.asked();
    await service.app.close();
    const { store, clock } = service;
    const next = await startService({ store, clock });
    proxy.redirect(next.origin);
    await decide(next, await next.asked());
    expect(await running).toMatchObject({ status: 'completed' });
    expect(tools.done).toEqual(['deploy web']);
    await untilStatus(next, 'SUCCEEDED');
    await next.app.close();
  });
});

describe('an answer that is not that of an approval service', () => {
  const html = '<html>Sign in</html>';
  const json = (body: object) => ({ type: 'application/json', status: 200, text: JSON.stringify(body) });
  const call = { id: 'a', runId: 'r', status: 'suspended', approval: 'PENDING', argsHash: 'h', expiresAt: '' };

  it.each<[string, { type: string; status: number; text: string }, string]>([
    ['a page', { type: 'text/html', status: 200, text: html }, 'does not answer as an approval service'],
    ['a redirect', { type: 'text/html', status: 307, text: '' }, 'does not answer as an approval service (307)'],
    ['an unknown path', { type: 'text/html', status: 404, text: html }, 'does not answer as an approval service (404)'],
    ['other JSON', json({ hello: 'world' }), 'not that of an approval service'],
    ['a list', json([]), 'not that of an approval service'],
    ['an enormous body', json({ ...call, more: 'x'.repeat(2 ** 25) }), 'does not answer as an approval service'],
    ['an endless id', json({ ...call, protocol: 1, id: 'i'.repeat(1001) }), 'not that of an approval service'],
    ['a newer version', json({ ...call, protocol: 2 }), 'uses version 2 of the wire format'],
    ['other arguments', json({ ...call, protocol: 1 }), 'the arguments at the service differ from those of this call'],
    ['refused credentials', { type: 'text/plain', status: 401, text: '' }, 'refused the credentials (401)'],
    ['a forbidden request', { type: 'text/plain', status: 403, text: '' }, 'refused the credentials (403)'],
  ])('(%s) blocks the call at once, and is not requested again', async (_what, { type, status, text }, problem) => {
    const { proxy, turn, tools, close } = await startBoth();
    // A client that followed a redirect would send the arguments again.
    const headers = { 'content-type': type, ...(status === 307 && { location: '/approvals/external' }) };
    proxy.failAll('request', (response) => response.writeHead(status, headers).end(text));
    const error = await rejectionOf(turn());
    expect(String(error)).toContain(problem);
    expect(proxy.steps.filter((step) => step === 'request')).toHaveLength(1);
    expect(tools.done).toEqual([]);
    await close();
  });

  const rejected = { ...call, protocol: 1, approval: 'REJECTED', status: 'rejected' };
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

  it.each<[string, string, string]>([
    [
      'no reason that is not a string',
      JSON.stringify({ ...rejected, reason: { toString: 1 } }),
      'a person rejected it',
    ],
    ['no endless reason', JSON.stringify({ ...rejected, reason: 'no'.repeat(500_000) }), `${'no'.repeat(5000)}…`],
    [
      'no endless answer in place of the tool',
      JSON.stringify({ ...rejected, approval: 'RESPONDED', result: 'no'.repeat(500_000) }),
      `a person answered in place of the tool: ${'no'.repeat(50_000)}…`,
    ],
    [
      'no answer that is nested too deeply',
      JSON.stringify({ ...rejected, approval: 'RESPONDED', result: 0 }).replace('"result":0', `"result":${deep}`),
      'a person rejected it',
    ],
    ['no other status', JSON.stringify({ ...rejected, approval: 'APPROVED' }), 'a person rejected it'],
    [
      'no reason for an unknown status',
      JSON.stringify({ ...rejected, approval: 'constructor' }),
      'it was already started or has ended at the approval service',
    ],
  ])('about a rejection gives %s', async (_what, text, reason) => {
    const { proxy, turn, tools, service, model, close } = await startBoth();
    proxy.failAll('get', (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text));
    const running = turn();
    await decide(service, await service.asked(), { decision: 'reject', reason: 'No' });
    await running;
    expect(lastTexts(model)).toEqual([`Tool execution was denied: ${reason}`]);
    expect(tools.done).toEqual([]);
    await close();
  });

  it.each<[string, number, string, string]>([
    [
      'an unknown problem',
      409,
      JSON.stringify({ problem: 'constructor', detail: 'No' }),
      'answered 409 (constructor): No',
    ],
    [
      'a long problem',
      409,
      JSON.stringify({ problem: 'p'.repeat(500), detail: 'd'.repeat(5000) }),
      `(${'p'.repeat(50)}…): ${'d'.repeat(1000)}…`,
    ],
    [
      'an endless problem',
      409,
      JSON.stringify({ problem: 'ended', detail: 'd'.repeat(100_000) }),
      'does not answer as an approval service (409)',
    ],
  ])('to a claim (%s) blocks the call', async (_what, status, text, problem) => {
    const { proxy, turn, tools, service, close } = await startBoth();
    proxy.failAll('claim', (response) =>
      response.writeHead(status, { 'content-type': 'application/problem+json' }).end(text),
    );
    const error = rejectionOf(turn());
    await decide(service, await service.asked());
    expect(String(await error)).toContain(problem);
    expect(tools.done).toEqual([]);
    await close();
  });

  it.each<[string, string]>([
    ['many values', `[${'1,'.repeat(200_000)}1]`],
    ['many levels', deep],
  ])('with %s is not parsed, and the call does not run', async (_what, value) => {
    const { proxy, turn, tools, service, close } = await startBoth();
    const start = JSON.stringify({ protocol: 1, answer: 'start', idempotencyKey: 'k', arguments: { service: 0 } });
    const text = start.replace('"service":0', `"service":${value}`);
    proxy.failAll('claim', (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text));
    const error = rejectionOf(turn());
    await decide(service, await service.asked());
    expect(String(await error)).toContain('does not answer as an approval service');
    expect(tools.done).toEqual([]);
    await close();
  });

  it('blocks a waiting call if the credentials are revoked, and the secret is in no error', async () => {
    const { proxy, turn, tools, service, close } = await startBoth();
    proxy.failAll('statuses', (response) => response.writeHead(401).end());
    const error = rejectionOf(turn());
    await service.asked();
    expect(String(await error)).toContain('refused the credentials (401)');
    expect(JSON.stringify(await error)).not.toContain('Bearer');
    expect(tools.done).toEqual([]);
    await close();
  });
});

describe('ToolApprovalManager', () => {
  it('throws errors of one class, and asks once for one requestId', async () => {
    const service = await startService();
    const manager = new ToolApprovalManager(configOf(`${service.origin}/approvals`));
    const request = { toolName: 'deploy_prod', arguments: { service: 'web' }, requestId: 'r-1' };
    const [first, second] = [manager.requestAndWait(request), manager.requestAndWait(request)];
    const asked = await service.asked();
    expect(await service.all()).toHaveLength(1);
    await decide(service, asked);
    const approved = await first;
    expect(approved).toEqual(await second);
    const claims = await Promise.allSettled([manager.claim(approved), manager.claim(approved)]);
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const claim of claims) if (claim.status === 'fulfilled') claim.value.report({ type: 'succeeded', value: 1 });
    await manager.close();
    expect((await service.all()).map(({ status }) => status)).toEqual(['SUCCEEDED']);
    await service.app.close();
  });

  it('withdraws an approval that is not claimed, after an abort and when it closes', async () => {
    const service = await startService();
    const manager = new ToolApprovalManager(configOf(`${service.origin}/approvals`));
    const turn = new AbortController();
    const request = { toolName: 'deploy_prod', arguments: { service: 'web' }, signal: turn.signal };
    const [aborted, closed] = [
      manager.requestAndWait(request),
      manager.requestAndWait({ ...request, signal: new AbortController().signal }),
    ];
    await decide(service, await service.asked());
    await decide(service, await service.asked());
    await Promise.all([aborted, closed]);
    expect((await service.all()).map(({ status }) => status)).toEqual(['APPROVED', 'APPROVED']);
    turn.abort(new Error('left'));
    await vi.waitFor(async () =>
      expect((await service.all()).map(({ status }) => status).sort()).toEqual(['APPROVED', 'CANCELLED']),
    );
    await manager.close();
    expect((await service.all()).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']);
    await service.app.close();
  });

  it('knows which error is which', async () => {
    const nowhere = new ToolApprovalManager(configOf('http://127.0.0.1:1/approvals', { timeout: '30ms' }));
    const late = await rejectionOf(nowhere.requestAndWait({ toolName: 'deploy', arguments: {} }));
    expect(late).toBeInstanceOf(ToolApprovalTimeoutException);
    expect(late).toBeInstanceOf(GuardrailBlockedException);
    expect(late).toMatchObject({ toolName: 'deploy', timeoutMs: 30 });
    const left = AbortSignal.abort(new Error('left'));
    const never = await rejectionOf(nowhere.requestAndWait({ toolName: 'deploy', arguments: {}, signal: left }));
    expect(never).toBe(left.reason);
    await nowhere.close();
  });
});
