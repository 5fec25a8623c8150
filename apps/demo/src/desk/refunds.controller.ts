import { Body, Controller, Param, Post, UseFilters } from '@nestjs/common';
import { ApprovalExceptionFilter, callContext, ToolApprovalPendingFilter } from 'toolgate';
import type { Order } from '../orders/order.js';
import { Customer } from '../people/customer.decorator.js';
import { RefundRequestDto } from './refund-request.dto.js';
import { SupportDesk } from './support-desk.tools.js';

/** Refunds an order without a chat. `SupportDesk.refund` is guarded, so the same policy and people decide as in a chat. */
@Controller('orders')
@UseFilters(ToolApprovalPendingFilter, ApprovalExceptionFilter)
export class RefundsController {
  constructor(private readonly desk: SupportDesk) {}

  @Post(':number/refund')
  refund(
    @Param('number') orderNumber: string,
    @Body() { amount, tenant }: RefundRequestDto,
    @Customer() user: string,
  ): Promise<Order> {
    return callContext.run({ toolContext: { tenant, user } }, () => this.desk.refund({ orderNumber, amount }));
  }
}
