import { Injectable } from '@nestjs/common';
import { Tool } from 'toolgate';

@Injectable()
export class Reports {
  @Tool({ requiresApproval: false })
  revenue(region: string, year?: number) {
    return `${region} in ${year ?? 'all years'}`;
  }

  @Tool({ requiresApproval: false })
  ping() {
    return 'pong';
  }
}
