import { Controller, Get } from '@nestjs/common';
import type { Order } from './order.js';
import { OrdersService } from './orders.service.js';

/** Shows whoever runs the demo what became of the orders. */
@Controller('orders')
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @Get()
  all(): Promise<readonly Order[]> {
    return this.orders.all();
  }
}
