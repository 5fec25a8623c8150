import { Injectable } from '@nestjs/common';
import { RequiresApproval, Tool } from 'toolgate';

@Injectable()
export class Payouts {
  /** Pays money out. */
  @RequiresApproval({ message: 'Is it due?' })
  async pay(
    /** Where the money goes. */
    account: string,
    currency: 'EUR' | 'USD' = 'EUR',
  ): Promise<string> {
    return `${account} ${currency}`;
  }

  /** Stops a payout. */
  @RequiresApproval()
  @Tool({ description: 'Stop a payout' })
  async stop(number?: number): Promise<number | undefined> {
    return number;
  }
}
