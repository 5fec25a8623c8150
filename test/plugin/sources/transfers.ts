import { Injectable } from '@nestjs/common';
import { Tool } from 'toolgate';

type Urgent = boolean & { readonly brand: 'Urgent' };

type Receiver =
  | { readonly card: string; readonly account?: never }
  | { readonly account: string; readonly card?: undefined };

enum Level {
  Low = 'low',
  First = 1,
}

interface Rates {
  readonly byCurrency: Map<string, number>;
}

interface Fee {
  readonly amount: number;
}

@Injectable()
export class Transfers {
  @Tool({ requiresApproval: false })
  send(receiver: Receiver, urgent: Urgent, levels: Level[], days: readonly (1 | 'all' | true)[]) {
    return [receiver, urgent, levels, days];
  }

  @Tool({ requiresApproval: false })
  limits(byTeam: Map<string, number>) {
    return [byTeam.get('north')];
  }
}

@Injectable()
export class Exchange {
  @Tool({ requiresApproval: false })
  set(rates: Rates, byDay: Map<number, string>, fees: Map<string, Fee>, lists: Map<string, string>[]) {
    return [rates, byDay, fees, lists];
  }
}
