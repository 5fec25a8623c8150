import { Injectable } from '@nestjs/common';
import { Tool, ToolContext } from 'toolgate';
import type { JsonObject } from 'toolgate/model';
import { z } from 'zod';

/** Exchanges, whose size the user chooses, and one line for each body that ran. */
@Injectable()
export class Exchanges {
  static readonly sizes = ['S', 'M', 'L'] as const;
  readonly done: string[] = [];

  @Tool({
    description: 'Exchange an order for another size',
    question: ({ order }: JsonObject) => ({
      message: `Which size for ${String(order)}?`,
      schema: z.object({ size: z.enum(Exchanges.sizes) }),
    }),
  })
  exchange(order: string, { answer }: ToolContext<JsonObject, { size: string }>): string {
    this.done.push(`exchange ${order} ${answer?.size}`);
    return `Exchanged ${order} for ${answer?.size}`;
  }
}
