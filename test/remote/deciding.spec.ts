import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApprovalDecisionException } from 'toolgate/approval';
import { callsTools, toolCall } from 'toolgate/testing';
import { lastTexts } from '../story.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';
import { decide, deploys, startBoth, untilStatus } from './remote.fixture.js';

type Both = Awaited<ReturnType<typeof startBoth>>;

describe('a call that an approval service decides', () => {
  let both: Both | undefined;

  const start = async (...given: Parameters<typeof startBoth>): Promise<Both> => (both = await startBoth(...given));

  afterEach(async () => {
    await both?.close();
    both = undefined;
  });

  it('waits for a person, is claimed before its body, and is reported without its result', async () => {
    const { turn, service, proxy, tools, model } = await start();
    const statuses: string[] = [];
    tools.during = async () => {
      statuses.push(...(await service.all()).map(({ status }) => status));
    };
    const running = turn();
    const asked = await service.asked();
    expect(asked).toMatchObject({
      toolName: 'deploy_prod',
      description: 'Deploy a service',
      arguments: { service: 'web' },
      tenant: 'acme',
      application: 'shop',
      external: true,
    });
    expect(tools.done).toEqual([]);
    await decide(service, asked);
    expect(await running).toMatchObject({ status: 'completed', content: 'Done.' });
    expect(statuses).toEqual(['EXECUTING']);
    expect(tools.done).toEqual(['deploy web']);
    expect(lastTexts(model)).toEqual(['Deployed web with a secret']);
    await untilStatus(service, 'SUCCEEDED');
    const saved = await service.store.state(asked.runId);
    expect(JSON.stringify(saved)).not.toContain('secret');
    expect(proxy.steps.filter((step) => step !== 'statuses')).toEqual(['request', 'claim', 'finish']);
  });

  it('runs with a time limit whose milliseconds are no whole number', async () => {
    // 16.1 * 1000 is 16100.000000000002.
    const { turn, service, tools } = await start({ timeout: 16.1 });
    const running = turn();
    await decide(service, await service.asked());
    expect(await running).toMatchObject({ status: 'completed' });
    expect(tools.done).toEqual(['deploy web']);
  });

  it('does not run after a rejection, and the model reads the reason', async () => {
    const { turn, service, tools, model, proxy } = await start();
    const running = turn();
    await decide(service, await service.asked(), { decision: 'reject', reason: 'Not on Fridays' });
    expect(await running).toMatchObject({ status: 'completed' });
    expect(lastTexts(model)).toEqual(['Tool execution was denied: Not on Fridays']);
    expect(tools.done).toEqual([]);
    expect(proxy.steps).not.toContain('claim');
  });

  it.each([
    ['canceled', { cancel: true }, 'shut'],
    ['answered by a person', { decision: 'respond', response: { done: 'by hand' } }, '{"done":"by hand"}'],
  ] as const)('does not run after it was %s', async (_what, given, text) => {
    const { turn, service, tools, model } = await start();
    const running = turn();
    const asked = await service.asked();
    if ('cancel' in given) await service.approvals.cancel(asked.id, { id: 'ann', tenant: 'acme' }, 'shut');
    else await decide(service, asked, given);
    await running;
    expect(lastTexts(model)[0]).toContain(text);
    expect(tools.done).toEqual([]);
  });

  it('allows no edit', async () => {
    const { turn, service, tools } = await start();
    const running = turn();
    const asked = await service.asked();
    expect(asked.requirement.allowEdit).toBeUndefined();
    const edit = decide(service, asked, { editedArguments: { service: 'bank' } });
    const refused = await rejectionOf(edit);
    expect(refused).toBeInstanceOf(ApprovalDecisionException);
    expect(refused).toMatchObject({ problem: 'bad-edit' });
    expect(tools.done).toEqual([]);
    await decide(service, asked, { decisionId: 'd2' });
    await running;
    expect(tools.done).toEqual(['deploy web']);
  });

  it('does not run if the service changes its arguments all the same', async () => {
    const { turn, service, proxy, tools, model } = await start();
    proxy.fail('claim', (response) => {
      const body = { protocol: 1, answer: 'start', arguments: { service: 'bank' }, idempotencyKey: 'k', attempt: 1 };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const running = turn();
    await decide(service, await service.asked());
    await running;
    expect(lastTexts(model)[0]).toContain('its arguments differ from the approved ones');
    expect(tools.done).toEqual([]);
    await vi.waitFor(() => expect(proxy.steps).toContain('finish'));
  });

  it('is rejected without a decision in time, and is withdrawn at the service', async () => {
    // Long enough for the request to be answered on a busy machine.
    const { turn, service, tools, model } = await start({ timeout: '2s' });
    const running = turn();
    const asked = await service.asked();
    expect(Date.parse(asked.expiresAt) - Date.parse(asked.createdAt)).toBe(2000);
    await running;
    expect(lastTexts(model)).toEqual(['Tool execution was denied: no person decided it in 2000 ms.']);
    expect(await untilStatus(service, 'CANCELLED')).toMatchObject({ decidedBy: 'shop' });
    expect(tools.done).toEqual([]);
  });

  it('fails the turn without a decision in time if the application wants it', async () => {
    const { turn, tools } = await start({ timeout: '50ms', onTimeout: 'throw' });
    expect(String(await rejectionOf(turn()))).toContain('in 50 ms');
    expect(tools.done).toEqual([]);
  });

  it('expires by the clock of the service', async () => {
    const { turn, service, tools, model } = await start();
    const running = turn();
    await service.asked();
    service.clock.advance(20_000);
    await running;
    expect(lastTexts(model)).toEqual(['Tool execution was denied: no person decided it in time']);
    expect(tools.done).toEqual([]);
  });

  it('is asked for each call of a batch, and the others wait', async () => {
    const script = [deploys('web', 'api'), 'Done.'];
    const { turn, service, tools, model } = await start({}, { script });
    const running = turn();
    await decide(service, await service.asked());
    await service.asked();
    expect(tools.done).toEqual([]);
    await decide(service, await service.asked(), { decision: 'reject', reason: 'no' });
    await running;
    expect(tools.done).toHaveLength(1);
    expect(lastTexts(model)).toContain('Tool execution was denied: no');
    await vi.waitFor(async () =>
      expect((await service.all()).map(({ status }) => status).sort()).toEqual(['REJECTED', 'SUCCEEDED']),
    );
  });

  it('asks nothing about other tools, nor about one that needs no approval', async () => {
    const script = [callsTools(toolCall('read_mail', {}), toolCall('deploy_test', { service: 'web' })), 'Done.'];
    const { turn, service, tools } = await start({}, { script });
    await turn();
    expect(tools.done).toEqual(['read', 'test web']);
    expect(await service.all()).toEqual([]);
  });

  it('is withdrawn when its turn is aborted', async () => {
    const { turn, service, tools } = await start();
    const controller = new AbortController();
    const running = rejectionOf(turn(controller.signal));
    await service.asked();
    controller.abort(new Error('left'));
    await running;
    await untilStatus(service, 'CANCELLED');
    expect(tools.done).toEqual([]);
  });

  it('is withdrawn when its turn is aborted between the approval and the body', async () => {
    const script = [deploys('web', 'api'), 'Done.'];
    const { turn, service, tools } = await start({}, { script });
    const controller = new AbortController();
    const running = rejectionOf(turn(controller.signal));
    await decide(service, await service.asked());
    await service.asked();
    controller.abort(new Error('left'));
    await running;
    await vi.waitFor(async () =>
      expect((await service.all()).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']),
    );
    expect(tools.done).toEqual([]);
  });

  it('is withdrawn when its application closes while it waits', async () => {
    const { turn, service, tools, app, remote } = await start();
    const running = rejectionOf(turn());
    await service.asked();
    await app.close();
    expect(String(await running)).toContain('the application is closing');
    expect((await service.all()).map(({ status }) => status)).toEqual(['CANCELLED']);
    expect(tools.done).toEqual([]);
    const late = remote.manager.requestAndWait({ toolName: 'deploy_prod', arguments: {} });
    expect(String(await rejectionOf(late))).toContain('the application is closing');
  });

  it('that fails is reported as failed, without its error', async () => {
    const { turn, service, tools } = await start();
    tools.during = () => {
      throw new Error('the password is hunter2');
    };
    const running = turn();
    await decide(service, await service.asked());
    await running;
    const { runId } = await untilStatus(service, 'FAILED');
    expect(JSON.stringify(await service.store.state(runId))).not.toContain('hunter2');
  });
});
