import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LineLogger } from 'toolgate/model';
import { euros } from './euros.js';
import type { Order } from './order.js';

/** Replaces the bank of the shop. It confirms a refund after `BANK_MS` milliseconds, at once without the variable. */
@Injectable()
export class Bank {
  private readonly logger = new LineLogger('Bank');

  async confirm({ number, refunded }: Order): Promise<void> {
    const ms = Number(process.env.BANK_MS) || 0;
    if (ms <= 0) return;
    this.logger.log(`Waiting for the bank to confirm ${euros(refunded)} of order ${number}`);
    await delay(ms);
  }
}
