import { applyDecorators, Injectable, SetMetadata } from '@nestjs/common';
import { Tool, ToolContext, ToolParam } from 'toolgate';
import type { ToolParamOptions } from 'toolgate/tool';
import { type Contact, Floor, type Guest, type Meal, Room } from './stay.js';

const Gated = (): MethodDecorator => applyDecorators(Tool({ requiresApproval: false }), SetMetadata('gated', true));

const LABELS: ToolParamOptions = { mapOf: String };

type Order = 'newest' | 'cheapest' | 'best';

@Injectable()
export class Bookings {
  /**
   * Finds bookings of a year,
   * newest first.
   *
   * @param year - the calendar year, all years if
   *   left out
   */
  @Tool({ requiresApproval: false })
  find(year?: number, limit = 10, order: Order = 'best') {
    return { year: year ?? 'all', limit, order };
  }

  /** Books a stay. */
  @Tool({ description: 'Book a stay', requiresApproval: false })
  book(room: Room, floor: Floor | undefined, guests: Guest[], context: ToolContext) {
    return [room, floor, guests.map((guest) => guest.constructor.name), context.data];
  }

  @Gated()
  reach(contact: Contact, rooms: readonly Room[], prices: Record<string, number>, meal: Meal) {
    return [contact, rooms, prices, meal];
  }

  @Tool({ requiresApproval: false })
  plan(days: Date[], at: Date | undefined, remark: string | null, grid: number[][]) {
    return [days.map((day) => day.getUTCFullYear()), at, remark, grid];
  }

  @Tool({ requiresApproval: false })
  stated(
    @ToolParam({ description: 'Stated here', required: true }) year?: number,
    @ToolParam({ enum: ['a', 'b'] }) letter?: 'a' | 'b' | 'c',
    @ToolParam(LABELS) labels?: { color: string },
  ) {
    return [year, letter, labels];
  }

  plain(year?: number) {
    return year;
  }

  @Tool({ requiresApproval: false })
  static reset(hard?: boolean) {
    return hard ?? 'soft';
  }
}
