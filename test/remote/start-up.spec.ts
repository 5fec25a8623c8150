import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { GatedCalls, ToolApprovalDecision, ToolApprovalStrategy } from 'toolgate';
import {
  ApprovalService,
  denyOverrides,
  denyTools,
  firstDecisive,
  HumanApprovalStrategy,
  InMemoryApprovalStore,
  RequiresApproval,
} from 'toolgate/approval';
import { RemoteToolApproval, RemoteToolApprovalModule } from 'toolgate/remote';
import { RunEverythingGate } from '#tool';
import { ToolGate } from 'toolgate/tool';
import { Askers } from '../approval/approval.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';
import { lastTexts } from '../story.fixture.js';
import { startProxy } from './lossy-proxy.fixture.js';
import { configOf, decide, type RemoteStory, type Service, startApplication, startService } from './remote.fixture.js';

describe('RemoteToolApprovalModule', () => {
  const closing: (() => Promise<unknown>)[] = [];

  const serve = async (): Promise<Service & { readonly proxy: Awaited<ReturnType<typeof startProxy>> }> => {
    const service = await startService();
    const proxy = await startProxy(service.origin);
    closing.push(
      () => service.app.close(),
      () => proxy.stop(),
    );
    return { ...service, proxy };
  };

  const start = async (story: RemoteStory) => {
    const application = await startApplication(story);
    closing.unshift(() => application.app.close());
    return application;
  };

  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it('abstains in an application with a store, and approval of each call is requested once', async () => {
    const { proxy, all } = await serve();
    const store = new InMemoryApprovalStore();
    const approval = {
      store,
      strategy: new HumanApprovalStrategy({ tools: 'deploy_prod' }),
      requester: new Askers(),
      worker: false,
    };
    const { turn, app, logs, tools } = await start({ config: configOf(proxy.url), options: { approval } });
    expect(logs.join()).toContain(
      'RemoteToolApprovalModule abstains: people decide here, and no call is decided twice',
    );
    const outcome = await turn();
    expect(outcome).toMatchObject({ status: 'suspended', approvals: [{ toolName: 'deploy_prod' }] });
    expect((await app.get(ApprovalService).counts({})).total).toBe(1);
    expect(await all()).toEqual([]);
    expect(proxy.steps).toEqual([]);
    expect(tools.done).toEqual([]);
  });

  it('abstains within a composition, too', async () => {
    const { proxy } = await serve();
    const remote = new RemoteToolApproval(configOf(proxy.url));
    const strategy = denyOverrides(new HumanApprovalStrategy({ tools: 'deploy_prod' }), remote.strategy);
    const approval = { store: new InMemoryApprovalStore(), strategy, requester: new Askers(), worker: false };
    const { turn, app } = await start({ config: remote, options: { approval } });
    expect(await turn()).toMatchObject({ status: 'suspended' });
    expect((await app.get(ApprovalService).counts({})).total).toBe(1);
    expect(proxy.steps).toEqual([]);
  });

  it('stops start-up if no strategy would decide in an application with a store', async () => {
    const { proxy } = await serve();
    const approval = { store: new InMemoryApprovalStore(), worker: false };
    const error = await rejectionOf(startApplication({ config: configOf(proxy.url), options: { approval } }));
    expect(String(error)).toContain('there is no other ToolApprovalStrategy. Provide one');
  });

  it('stops start-up if a tool that it names would run undecided in an application with a store', async () => {
    const { proxy } = await serve();
    const strategy = new HumanApprovalStrategy({ tools: 'read_*' });
    const approval = { store: new InMemoryApprovalStore(), strategy, requester: new Askers(), worker: false };
    const error = await rejectionOf(startApplication({ config: configOf(proxy.url), options: { approval } }));
    expect(String(error)).toContain('no other strategy decides it: it would run for everyone. Name it in the strategy');
  });

  it('stops start-up if another strategy decides in place of the service', async () => {
    const { proxy } = await serve();
    @Injectable()
    class Policy extends ToolApprovalStrategy {
      approve = () => ToolApprovalDecision.approve();
    }
    const provider = { provide: ToolApprovalStrategy, useClass: Policy };
    const error = await rejectionOf(startApplication({ config: configOf(proxy.url), providers: [provider] }));
    expect(String(error)).toContain('Policy decides instead of the approval service. Combine them');
    const own = { approval: { strategy: ToolApprovalStrategy.alwaysApprove() } };
    expect(String(await rejectionOf(startApplication({ config: configOf(proxy.url), options: own })))).toContain(
      'Combine them',
    );
  });

  it('is combined with a policy', async () => {
    const service = await serve();
    const remote = new RemoteToolApproval(configOf(service.proxy.url));
    const strategy = denyOverrides(denyTools('read_*'), remote.strategy);
    const { turn, tools, model } = await start({ config: remote, options: { approval: { strategy } } });
    const running = turn();
    await decide(service, await service.asked());
    await running;
    expect(tools.done).toEqual(['deploy web']);
    expect(lastTexts(model)).toHaveLength(1);
  });

  it('sends no call that an earlier part rejects', async () => {
    const service = await serve();
    const remote = new RemoteToolApproval(configOf(service.proxy.url));
    const strategy = firstDecisive(denyTools('*_prod'), remote.strategy);
    const { turn, tools, model } = await start({ config: remote, options: { approval: { strategy } } });
    await turn();
    expect(lastTexts(model)[0]).toContain('Tool execution was denied');
    expect([tools.done, service.proxy.steps]).toEqual([[], []]);
  });

  it('lets no call run that the service has not approved, whatever another gate decides', async () => {
    const { proxy } = await serve();
    const gate = { provide: ToolGate, useClass: RunEverythingGate };
    const { turn, tools } = await start({ config: configOf(proxy.url), providers: [gate] });
    expect(String(await rejectionOf(turn()))).toContain('the approval service has not approved it');
    expect(tools.done).toEqual([]);
  });

  it('decides calls outside of a turn', async () => {
    const service = await serve();
    const { app, tools } = await start({ config: configOf(service.proxy.url) });
    const running = app.get(GatedCalls).call('deploy_prod', { service: 'web' });
    await decide(service, await service.asked(), { decision: 'reject', reason: 'no' });
    expect(await running).toMatchObject({ status: 'rejected', reason: 'no' });
    expect(tools.done).toEqual([]);
  });

  it('sends the requester and the conversation', async () => {
    const service = await serve();
    const { app, tools } = await start({
      config: configOf(service.proxy.url),
      options: { approval: { requester: new Askers() } },
    });
    const more = { toolContext: { user: 'bob' }, conversation: 'c-7' };
    const running = app.get(GatedCalls).call('deploy_prod', { service: 'web' }, more);
    const asked = await service.asked();
    expect(asked).toMatchObject({ requester: { id: 'bob', tenant: 'acme' }, conversation: 'c-7' });
    await decide(service, asked);
    expect(await running).toMatchObject({ status: 'completed' });
    expect(tools.done).toEqual(['deploy web']);
  });

  it('reports a pattern that matches no tool', async () => {
    const { proxy } = await serve();
    const { logs } = await start({ config: configOf(proxy.url, { tools: ['deploy', 'send_emial'] }) });
    expect(logs.filter((line) => line.includes('pattern'))).toEqual([
      expect.stringContaining('No tool matches the pattern "send_emial" of RemoteToolApproval'),
    ]);
  });

  it('reports no pattern that matches a guarded method', async () => {
    @Injectable()
    class Payouts {
      @RequiresApproval()
      async pay(order: string) {
        return order;
      }
    }
    const { proxy } = await serve();
    const config = configOf(proxy.url, { tools: ['deploy', 'Payouts.pay'] });
    const { logs } = await start({ config, providers: [Payouts] });
    expect(logs.filter((line) => line.includes('pattern'))).toEqual([]);
  });

  it('warns of a service that others can listen to', async () => {
    const { logs } = await start({ config: configOf('http://approvals.example/approvals') });
    expect(logs.join()).toContain('is not encrypted, so others can read arguments and the secret');
    const { proxy } = await serve();
    expect((await start({ config: configOf(proxy.url) })).logs.join()).not.toContain('encrypted');
  });

  it('is created by a factory', async () => {
    const { proxy } = await serve();
    @Module({ imports: [RemoteToolApprovalModule.forRootAsync({ useFactory: () => configOf(proxy.url) })] })
    class Remote {}
    const error = await rejectionOf(Test.createTestingModule({ imports: [Remote] }).compile());
    expect(String(error)).toContain('RemoteToolApprovalModule is imported without ToolgateModule');
  });

  it.each([
    [{ serviceUrl: undefined }, 'RemoteToolApproval has no serviceUrl. Pass it'],
    [{ timeout: 0 }, 'The option timeout of RemoteToolApproval is 0'],
  ])('%j stops start-up', async (more, text) => {
    expect(String(await rejectionOf(startApplication({ config: configOf('http://a.example', more) })))).toContain(text);
  });
});
