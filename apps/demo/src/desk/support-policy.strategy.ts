import { Injectable } from '@nestjs/common';
import { type ToolApprovalContext, ToolApprovalDecision, ToolApprovalStrategy, type ToolCallback } from 'toolgate';
import { euros } from '../orders/euros.js';
import { OrdersService } from '../orders/orders.service.js';
import type { DeskContext } from './desk-context.js';

/** The highest refund that needs no person, in euros. */
const REFUND_LIMIT = 50;

/** Arguments of the gated tools; the framework has checked them against each tool's schema. */
type GatedArguments = { readonly orderNumber?: string; readonly amount?: number; readonly to?: string };

/**
 * The policy of the desk: refunds up to 50 euros, orders and customers of the tenant only. Another tenant's order is
 * refused in the words for one that does not exist, so that nobody learns whose it is.
 */
@Injectable()
export class SupportPolicyStrategy extends ToolApprovalStrategy {
  constructor(private readonly orders: OrdersService) {
    super();
  }

  approve(
    { definition }: ToolCallback,
    args: GatedArguments,
    context: ToolApprovalContext<DeskContext>,
  ): ToolApprovalDecision {
    const { tenant } = context.data;
    const { orderNumber, amount = Infinity, to = '' } = args;
    if (orderNumber !== undefined && !this.orders.find(tenant, orderNumber)) {
      return ToolApprovalDecision.reject(`${tenant} has no order ${orderNumber}.`);
    }
    switch (definition.name) {
      case 'refund':
        return amount <= REFUND_LIMIT
          ? ToolApprovalDecision.approve()
          : ToolApprovalDecision.reject(
              `Refunds above ${euros(REFUND_LIMIT)} need a person, and this one is ${euros(amount)}.`,
            );
      case 'cancelOrder':
        return ToolApprovalDecision.approve();
      case 'sendEmail':
        return this.orders.hasCustomer(tenant, to)
          ? ToolApprovalDecision.approve()
          : ToolApprovalDecision.reject(`${to} is not a customer of ${tenant}.`);
      default:
        return ToolApprovalDecision.abstain();
    }
  }
}
