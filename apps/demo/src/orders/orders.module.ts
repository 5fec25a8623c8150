import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { Bank } from './bank.js';
import { OrdersController } from './orders.controller.js';
import { OrdersService } from './orders.service.js';

/** The order book. */
@Module({
  imports: [DatabaseModule],
  controllers: [OrdersController],
  providers: [OrdersService, Bank],
  exports: [OrdersService],
})
export class OrdersModule {}
