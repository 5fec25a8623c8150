import { Controller, Get } from '@nestjs/common';
import type { Order } from './order.js';
import { OrdersService } from './orders.service.js';

/** Lists the orders with their states, for users of the demo. */
@Controller('orders')
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @Get()
  all(): Promise<readonly Order[]> {
    return this.orders.all();
  }
}
