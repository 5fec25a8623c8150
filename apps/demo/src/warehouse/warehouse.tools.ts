import { Injectable, Logger } from '@nestjs/common';
import { Tool, ToolParam } from 'toolgate';

/** The tools of the warehouse. Its process has no store. */
@Injectable()
export class WarehouseTools {
  private readonly logger = new Logger('Warehouse');
  private readonly stock = new Map([
    ['desk lamp', 12],
    ['office chair', 4],
  ]);

  @Tool({ description: 'Count the pieces of an item', requiresApproval: false })
  countStock(item: string): string {
    return `${this.stock.get(item) ?? 0} × ${item}`;
  }

  @Tool({ description: 'Write broken pieces of an item off the stock' })
  writeOff(item: string, @ToolParam({ description: 'The number of pieces' }) pieces: number): string {
    const left = Math.max(0, (this.stock.get(item) ?? 0) - pieces);
    this.stock.set(item, left);
    this.logger.log(`Wrote off ${pieces} × ${item}.`);
    return `Wrote off ${pieces} × ${item}. ${left} are left.`;
  }
}
