// #region service
import { Injectable } from '@nestjs/common';
import { GatedCalls, Tool } from 'toolgate';

@Injectable()
class Refunds {
  @Tool({ description: 'Refund an order' })
  refund(orderNumber: string, amount: number): { orderNumber: string; refunded: number } {
    return { orderNumber, refunded: amount };
  }
}

@Injectable()
class Returns {
  constructor(private readonly gated: GatedCalls) {}

  /** Refunds a returned parcel. Above the limit of the strategy, the refund waits for a person. */
  async receive(orderNumber: string, amount: number, user: string): Promise<string> {
    const toolContext = { user };
    const refund = await this.gated.of(Refunds).refund({ orderNumber, amount }, { toolContext });
    switch (refund.status) {
      case 'completed':
        return `${refund.result.refunded} refunded`;
      case 'suspended':
        return `waits for a decision, run ${refund.runId}`;
      case 'rejected':
        return refund.reason;
      default:
        throw new Error(refund.status === 'failed' ? refund.message : 'The arguments do not fit.');
    }
  }
}
// #endregion

import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  ApprovalService,
  type Requester,
  RequesterResolver,
  ToolApprovalStrategy,
  ToolContext,
  ToolgateModule,
} from 'toolgate';
import { InMemoryApprovalStore } from 'toolgate/approval';

// #region job
@Injectable()
class NightlyReturns {
  constructor(private readonly gated: GatedCalls) {}

  /** Refunds yesterday's parcel. Every instance may call it: one of them refunds it, once. */
  async refundParcel(day: string, orderNumber: string): Promise<string> {
    const options = { requestId: `returns:${day}:${orderNumber}`, toolContext: { user: 'nightly-returns' } };
    const { status } = await this.gated.call('refund', { orderNumber, amount: 30 }, options);
    return status;
  }
}
// #endregion

@Injectable()
class Users extends RequesterResolver {
  identify({ data }: ToolContext<{ user: string }>): Requester {
    return { id: data.user };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

const strategy = ToolApprovalStrategy.of((_tool, { amount }) => ({ type: Number(amount) > 50 ? 'ask' : 'approve' }));
const store = new InMemoryApprovalStore();

@Module({
  imports: [ToolgateModule.forRoot({ approval: { strategy, store } })],
  providers: [Refunds, Returns, NightlyReturns, { provide: RequesterResolver, useClass: Users }],
})
class AppModule {}

const outcomeOf = async (gated: GatedCalls, runId: string, user: { id: string }) => {
  // #region outcome
  const outcome = await gated.outcome(runId, { waitMs: 10_000 }, user);
  // #endregion
  return outcome;
};

const story = async (app: INestApplicationContext) => {
  const [returns, approvals, nightly] = [app.get(Returns), app.get(ApprovalService), app.get(NightlyReturns)];
  const atOnce = await returns.receive('A-1042', 40, 'ann');
  await returns.receive('A-1043', 70, 'ann');
  const [waiting] = (await approvals.list({ status: 'PENDING' })).items;
  const { id, runId, revision, argsHash } = waiting!;
  await approvals.decide(id, { decisionId: 'd1', decision: 'approve', revision, argsHash }, { id: 'kim' });
  const outcome = await outcomeOf(app.get(GatedCalls), runId, { id: 'ann' });
  const nights = await Promise.all([1, 2, 3].map(() => nightly.refundParcel('2030-01-31', 'A-1044')));
  const runs = (await approvals.runs.list({ kind: 'call' })).items.length;
  return {
    'at once': atOnce,
    'after the decision': 'result' in outcome ? outcome.result : outcome.status,
    'three instances, one night': { completed: nights.includes('completed'), runs: runs - 1 },
  };
};

export const run = async (): Promise<Awaited<ReturnType<typeof story>>> => {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  try {
    return await story(app);
  } finally {
    await app.close();
  }
};
