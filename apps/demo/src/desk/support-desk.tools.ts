import { Injectable } from '@nestjs/common';
import { Tool, ToolContext, ToolParam } from 'toolgate';
import type { Order } from '../orders/order.js';
import { OrdersService } from '../orders/orders.service.js';
import { OutboxService } from '../outbox/outbox.service.js';
import type { DeskContext } from './desk-context.js';
import { EmailDto } from './email.dto.js';
import { RefundDto } from './refund.dto.js';

const ORDER_NUMBER = { description: 'Order number, such as A-1042' };

/** What the model can do at the support desk, always for the tenant of the conversation. */
@Injectable()
export class SupportDesk {
  constructor(
    private readonly orders: OrdersService,
    private readonly outbox: OutboxService,
  ) {}

  @Tool({ description: 'Find an order by its number', requiresApproval: false })
  findOrder(@ToolParam(ORDER_NUMBER) orderNumber: string, { data }: ToolContext<DeskContext>): Order {
    return this.orders.get(data.tenant, orderNumber);
  }

  @Tool({ description: 'List the orders of a customer', requiresApproval: false })
  listOrders(
    @ToolParam({ description: 'Name or e-mail address' }) customer: string,
    { data }: ToolContext<DeskContext>,
  ): readonly Order[] {
    return this.orders.ofCustomer(data.tenant, customer);
  }

  @Tool({ description: 'Refund an order or a part of it, once', parameters: RefundDto, requiresApproval: true })
  refund({ orderNumber, amount }: RefundDto, { data }: ToolContext<DeskContext>): Order {
    return this.orders.refund(data.tenant, orderNumber, amount);
  }

  @Tool({ description: 'Cancel an order that has not been shipped', requiresApproval: true })
  cancelOrder(@ToolParam(ORDER_NUMBER) orderNumber: string, { data }: ToolContext<DeskContext>): Order {
    return this.orders.cancel(data.tenant, orderNumber);
  }

  @Tool({ description: 'Send an e-mail to a customer', parameters: EmailDto, requiresApproval: true })
  sendEmail(email: EmailDto, { data }: ToolContext<DeskContext>): void {
    this.outbox.send({ tenant: data.tenant, ...email });
  }
}
