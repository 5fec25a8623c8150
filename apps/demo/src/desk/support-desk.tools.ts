import { Injectable } from '@nestjs/common';
import { RequiresApproval, Tool, ToolContext, ToolParam } from 'toolgate';
import type { Order } from '../orders/order.js';
import { OrdersService } from '../orders/orders.service.js';
import { OutboxService } from '../outbox/outbox.service.js';
import { askColor } from './ask-color.js';
import type { DeskContext } from './desk-context.js';
import { EmailDto } from './email.dto.js';
import { RefundDto } from './refund.dto.js';

const ORDER_NUMBER = { description: 'Order number, such as A-1042' };

/** A tool that may be started again with the same key: its effect happens once. */
const EFFECT = { requiresApproval: true, idempotent: true };

const READS = { readOnly: true };

/** What the model can do at the support desk, always for the tenant of the conversation. */
@Injectable()
export class SupportDesk {
  constructor(
    private readonly orders: OrdersService,
    private readonly outbox: OutboxService,
  ) {}

  @Tool({ description: 'Find an order by its number', requiresApproval: false, hints: READS })
  findOrder(@ToolParam(ORDER_NUMBER) orderNumber: string, { data }: ToolContext<DeskContext>): Promise<Order> {
    return this.orders.get({ tenant: data.tenant, orderNumber });
  }

  @Tool({ description: 'List the orders of a customer', requiresApproval: false, hints: READS })
  listOrders(
    @ToolParam({ description: 'Name or e-mail address' }) customer: string,
    { data }: ToolContext<DeskContext>,
  ): Promise<readonly Order[]> {
    return this.orders.ofCustomer(data.tenant, customer);
  }

  /** Guarded, because a route of the shop calls it too. */
  @RequiresApproval()
  @Tool({ description: 'Refund an order or a part of it, once', parameters: RefundDto, ...EFFECT })
  refund({ orderNumber, amount }: RefundDto, context?: ToolContext<DeskContext>): Promise<Order> {
    const { data, idempotencyKey } = context!;
    return this.orders.refund({ tenant: data.tenant, orderNumber }, amount, idempotencyKey!);
  }

  @Tool({ description: 'Cancel an order that has not been shipped', ...EFFECT, hints: { destructive: true } })
  cancelOrder(
    @ToolParam(ORDER_NUMBER) orderNumber: string,
    { data, idempotencyKey }: ToolContext<DeskContext>,
  ): Promise<Order> {
    return this.orders.cancel({ tenant: data.tenant, orderNumber }, idempotencyKey!);
  }

  @Tool({ description: 'Exchange an order for another color', question: askColor, ...EFFECT })
  exchange(
    @ToolParam(ORDER_NUMBER) orderNumber: string,
    { data, answer, idempotencyKey }: ToolContext<DeskContext, { readonly color: string }>,
  ): Promise<Order> {
    return this.orders.exchange({ tenant: data.tenant, orderNumber }, answer!.color, idempotencyKey!);
  }

  @Tool({ description: 'Send an e-mail to a customer', parameters: EmailDto, ...EFFECT, hints: { openWorld: true } })
  sendEmail(email: EmailDto, { data, idempotencyKey }: ToolContext<DeskContext>): Promise<void> {
    return this.outbox.send({ tenant: data.tenant, ...email }, idempotencyKey!);
  }
}
