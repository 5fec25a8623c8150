import { Injectable } from '@nestjs/common';
import { afterEach, describe, expect, it } from 'vitest';
import { denyOverrides, ToolApprovalStrategy } from 'toolgate/approval';
import { RemoteToolApproval } from 'toolgate/remote';
import { type PreparedCall, type ToolCallResult, ToolInterceptor } from 'toolgate/tool';
import { rejectionOf } from '../chat/chat.fixture.js';
import { configOf, decide, startApplication, startService } from './remote.fixture.js';
import { startProxy } from './lossy-proxy.fixture.js';

/** Repeats a call that did not succeed, as an application may. */
@Injectable()
class Repeats extends ToolInterceptor {
  async intercept(_call: PreparedCall, next: () => Promise<ToolCallResult>): Promise<ToolCallResult> {
    const first = await next();
    return first.outcome.type === 'success' ? first : next();
  }
}

describe('an interceptor that repeats a refused call', () => {
  const ends: (() => Promise<unknown>)[] = [];

  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  it('never runs a body that the service refused, within a composition too', async () => {
    const service = await startService();
    const proxy = await startProxy(service.origin);
    const remote = new RemoteToolApproval(configOf(proxy.url));
    const policy = ToolApprovalStrategy.of(() => ({ type: 'abstain' }));
    const { app, turn, tools } = await startApplication({
      config: remote,
      providers: [Repeats, { provide: ToolApprovalStrategy, useValue: denyOverrides(policy, remote.strategy) }],
    });
    ends.push(
      () => app.close(),
      () => proxy.stop(),
      () => service.app.close(),
    );
    const claim = remote.manager.claim.bind(remote.manager);
    remote.manager.claim = async (call, signal) => {
      await service.approvals.cancel(call.id, { id: 'ann', tenant: 'acme' }, 'shut');
      return claim(call, signal);
    };
    const running = turn();
    await decide(service, await service.asked());
    expect(String(await rejectionOf(running))).toContain('its approval covers one execution and was already used');
    expect(tools.done).toEqual([]);
  });
});
