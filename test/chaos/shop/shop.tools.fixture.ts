import { Injectable, UseGuards } from '@nestjs/common';
import { type KnownOutcome, Tool, ToolContext } from 'toolgate/tool';
import { monotonicMs } from '../ledger/ledger.fixture.js';
import { receiptOf } from './plan.fixture.js';
import { ShopPlace } from './shop-place.fixture.js';
import { SlowGuard } from './slow.guard.fixture.js';

type Context = ToolContext<{ user: string }>;

const MOST_MS = 25;

/** Tools that write every start and effect to the ledger before anything else happens. */
@Injectable()
export class ShopTools {
  constructor(private readonly place: ShopPlace) {}

  @Tool({ description: 'Look something up', requiresApproval: false })
  look(ticket: string, amount: number, context: ToolContext): Promise<string> {
    return this.act('look', { ticket, amount }, context);
  }

  @Tool({ description: 'Pay a customer', requiresApproval: true })
  pay(ticket: string, amount: number, context: ToolContext): Promise<string> {
    return this.act('pay', { ticket, amount }, context);
  }

  @Tool({ description: 'Mail a customer', requiresApproval: true, idempotent: true })
  mail(ticket: string, amount: number, context: ToolContext): Promise<string> {
    return this.act('mail', { ticket, amount }, context);
  }

  @Tool({ description: 'Charge a customer', requiresApproval: true, reconcile: 'wasCharged' })
  charge(ticket: string, amount: number, context: ToolContext): Promise<string> {
    return this.act('charge', { ticket, amount }, context);
  }

  @UseGuards(SlowGuard)
  @Tool({ description: 'Ship something', requiresApproval: true })
  ship(ticket: string, amount: number, context: ToolContext): Promise<string> {
    return this.act('ship', { ticket, amount }, context);
  }

  wasCharged(ticket: string, amount: number, { idempotencyKey }: ToolContext): KnownOutcome | undefined {
    const { ledger, chance } = this.place;
    const key = idempotencyKey!;
    const hasEffect = ledger.hasEffect(key);
    if (chance.isHit(0.3)) return undefined;
    ledger.write({ type: 'settle', key, outcome: hasEffect ? 'succeeded' : 'failed' });
    return hasEffect
      ? { type: 'succeeded', value: receiptOf('charge', ticket, amount) }
      : { type: 'failed', message: 'Nothing was charged.' };
  }

  private async act(
    tool: string,
    { ticket, amount }: { readonly ticket: string; readonly amount: number },
    context: ToolContext,
  ): Promise<string> {
    const at = monotonicMs();
    const { ledger } = this.place;
    const { runId: run, idempotencyKey, attempt, data, transient } = context as unknown as Context;
    const { user } = data;
    const line = {
      tool,
      ticket,
      amount,
      run,
      key: idempotencyKey!,
      attempt,
      user,
      actsAs: String(transient['actsAs']),
    };
    ledger.write({ type: 'start', ...line }, at);
    await this.place.pause(MOST_MS);
    ledger.write({ type: 'effect', ...line });
    return receiptOf(tool, ticket, amount);
  }
}
