import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type KnownOutcome, Tool, ToolContext } from 'toolgate/tool';
import type { CrashPoints } from './crash-points.fixture.js';
import { type LedgerLine, ledgerOf } from './crash-story.fixture.js';
import { readLines, writeLine } from './journal.fixture.js';

/** What a desk needs from its process. */
export abstract class DeskPlace {
  abstract readonly file: string;
  abstract readonly points: CrashPoints;
}

type Context = ToolContext<{ user: string }>;

/** A desk that writes every effect to a file, and may die before and after each effect. */
@Injectable()
export class CrashingDesk {
  constructor(private readonly place: DeskPlace) {}

  @Tool({ description: 'Find an order', requiresApproval: false })
  find(order: string, context: ToolContext): Promise<string> {
    return this.act(`find ${order}`, context);
  }

  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(order: string, amount: number, context: ToolContext): Promise<string> {
    return this.act(`refund ${order} ${amount}`, context);
  }

  @Tool({ description: 'Mail a customer', requiresApproval: true, idempotent: true })
  mail(order: string, context: ToolContext): Promise<string> {
    return this.act(`mail ${order}`, context);
  }

  @Tool({ description: 'Cancel an order', requiresApproval: true })
  cancel(order: string, context: ToolContext): Promise<string> {
    return this.act(`cancel ${order}`, context);
  }

  @Tool({ description: 'Note something', requiresApproval: false })
  note(text: string, context: ToolContext): Promise<string> {
    return this.act(`note ${text}`, context);
  }

  @Tool({ description: 'Charge a customer', requiresApproval: true, reconcile: 'hasCharged' })
  charge(order: string, context: ToolContext): Promise<string> {
    return this.act(`charge ${order}`, context);
  }

  hasCharged(order: string, { idempotencyKey }: ToolContext): KnownOutcome {
    return this.hasEffect(idempotencyKey!)
      ? { type: 'succeeded', value: saidOf(`charge ${order}`) }
      : { type: 'failed', message: 'Nothing was charged.' };
  }

  /** Whether a call had its effect. */
  hasEffect(key: string): boolean {
    return readLines<LedgerLine>(ledgerOf(this.place.file)).some((line) => line.step === 'effect' && line.key === key);
  }

  private async act(call: string, context: ToolContext): Promise<string> {
    const { file, points } = this.place;
    const { idempotencyKey: key = '', attempt, data } = context as unknown as Context;
    const line = { key, call, attempt, user: data.user };
    writeLine(ledgerOf(file), { step: 'start', ...line });
    await points.hold(`${call}: the body begins`);
    // Bodies that may run concurrently do so.
    await delay(2);
    points.reach(`${call}: before the effect`);
    writeLine(ledgerOf(file), { step: 'effect', ...line });
    points.reach(`${call}: after the effect`);
    return saidOf(call);
  }
}

/** The desk of a later version. */
@Injectable()
export class ChangedDesk extends CrashingDesk {
  @Tool({ description: 'Refund an order, in the currency it was paid in', requiresApproval: true })
  override refund(order: string, amount: number, context: ToolContext): Promise<string> {
    return super.refund(order, amount, context);
  }
}

/** What a call returns after its effect. */
export const saidOf = (call: string): string => `${call}: done`;
