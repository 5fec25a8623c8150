import { describe, expect, it } from 'vitest';
import { type ExecutionContext, Injectable, type NestInterceptor, UseInterceptors } from '@nestjs/common';
import { defer, mergeWith, repeat, retry } from 'rxjs';
import {
  AlwaysApproveStrategy,
  ApprovalService,
  ChatClient,
  HumanApprovalStrategy,
  InMemoryApprovalStore,
  presentRequesters,
  Tool,
  type ToolgateModuleOptions,
} from 'toolgate';
import { yes } from '../approval/approval.fixture.js';
import { waits } from '../approval/waiting.fixture.js';
import { lastTexts } from '../story.fixture.js';
import { bootPipeline } from './pipeline.fixture.js';

/** Calls a body up to three times, as an interceptor of an application does for requests that may be repeated. */
class Retry implements NestInterceptor {
  intercept(_: ExecutionContext, next: Parameters<NestInterceptor['intercept']>[1]) {
    return next.handle().pipe(retry(2));
  }
}

class Repeat implements NestInterceptor {
  intercept(_: ExecutionContext, next: Parameters<NestInterceptor['intercept']>[1]) {
    return next.handle().pipe(repeat(2));
  }
}

class AtOnce implements NestInterceptor {
  intercept(_: ExecutionContext, next: Parameters<NestInterceptor['intercept']>[1]) {
    return next.handle().pipe(mergeWith(next.handle()));
  }
}

@Injectable()
@UseInterceptors(Retry)
class Desk {
  starts = 0;

  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund() {
    return this.fail();
  }

  @Tool({ description: 'Refund an order, once for each key', requiresApproval: true, idempotent: true })
  refundByKey() {
    return this.fail();
  }

  @Tool({ description: 'Send a voucher' })
  sendVoucher() {
    return this.fail();
  }

  @Tool({ description: 'Refund many orders', requiresApproval: true })
  refundAll() {
    return defer(async () => this.fail());
  }

  @Tool({ description: 'Cancel an order', requiresApproval: true })
  @UseInterceptors(Repeat)
  cancel() {
    this.starts++;
    return 'canceled';
  }

  @Tool({ description: 'Close an order', requiresApproval: true })
  @UseInterceptors(AtOnce)
  close() {
    this.starts++;
    return 'closed';
  }

  private fail(): string {
    this.starts++;
    throw new Error(`The bank did not answer request ${this.starts}`);
  }
}

const start = async (name: string, approval: ToolgateModuleOptions['approval']) => {
  const { start: boot } = await bootPipeline({ providers: [Desk], options: { approval } });
  const story = await boot(name);
  return { ...story, desk: story.app.get(Desk) };
};

const APPROVED = { strategy: new AlwaysApproveStrategy() };

const PERSON = {
  strategy: new HumanApprovalStrategy({ tools: '*' }),
  store: new InMemoryApprovalStore(),
  requester: presentRequesters(() => ({ id: 'ann' })),
};

const NOT_AGAIN = 'The body did not run again, because an approved call runs once.';

describe('an interceptor that calls a body again', () => {
  it('does not start the body of an approved call again: the model receives the first error, and the log a line', async () => {
    const { ask, desk, model, logs } = await start('refund', APPROVED);
    await ask().call().content();
    expect(desk.starts).toBe(1);
    expect(lastTexts(model)).toEqual(['The bank did not answer request 1']);
    expect(logs.filter((line) => line.includes(NOT_AGAIN))).toHaveLength(2);
    expect(logs.join()).toContain('An interceptor called Desk.refund again');
  });

  it('receives the value of an approved body again', async () => {
    const { ask, desk, model } = await start('cancel', APPROVED);
    await ask().call().content();
    expect(desk.starts).toBe(1);
    expect(lastTexts(model)).toEqual(['canceled']);
  });

  it('receives the value of an approved body twice, if it calls the body twice at once', async () => {
    const { ask, desk, model, logs } = await start('close', APPROVED);
    await ask().call().content();
    expect(desk.starts).toBe(1);
    expect(lastTexts(model)).toEqual(['closed']);
    expect(logs.join()).toContain('An interceptor called Desk.close again');
  });

  it('starts the body of an idempotent tool again', async () => {
    const { ask, desk, model } = await start('refundByKey', APPROVED);
    await ask().call().content();
    expect(desk.starts).toBe(3);
    expect(lastTexts(model)).toEqual(['The bank did not answer request 3']);
  });

  it('starts the body of a call again that no person decided', async () => {
    const { ask, desk } = await start('sendVoucher', APPROVED);
    await ask().call().content();
    expect(desk.starts).toBe(3);
  });

  it('does not start the body of a call of a run again', async () => {
    const { ask, desk, app, model } = await start('sendVoucher', PERSON);
    const { runId, first } = await waits(ask().call());
    await app.get(ApprovalService).decide(first.id, yes(first), { id: 'bob' });
    await app.get(ChatClient).resume(runId).call().content();
    expect(desk.starts).toBe(1);
    expect(lastTexts(model)).toEqual(['The bank did not answer request 1']);
  });

  it('does not read the values of an approved body again', async () => {
    const { ask, desk, model } = await start('refundAll', APPROVED);
    await ask().call().content();
    expect(desk.starts).toBe(1);
    expect(lastTexts(model)).toEqual(['An interceptor called Desk.refundAll twice. Call next() once.']);
  });
});
