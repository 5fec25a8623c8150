import { Injectable } from '@nestjs/common';
import { type ToolApprovalContext, ToolApprovalDecision, ToolApprovalStrategy, type ToolCallback } from 'toolgate';
import { cancelProblem, OrdersService, refundProblem } from '../orders/orders.service.js';
import type { DeskContext } from './desk-context.js';
import { REFUND_LIMIT } from './refund-limit.js';

/** Arguments of the gated tools, validated by each tool's schema. */
type GatedArguments = { readonly orderNumber?: string; readonly amount?: number; readonly to?: string };

/**
 * The policy of the desk: refunds up to 50 euros, orders and customers of the tenant only. For another tenant's order,
 * the text is that of an order that does not exist. It abstains on calls that a person decides, unless the order book
 * would refuse them anyway.
 */
@Injectable()
export class SupportPolicyStrategy extends ToolApprovalStrategy {
  constructor(private readonly orders: OrdersService) {
    super();
  }

  async approve(
    { definition }: ToolCallback,
    args: GatedArguments,
    context: ToolApprovalContext<DeskContext>,
  ): Promise<ToolApprovalDecision> {
    const { tenant } = context.data;
    const { orderNumber, amount = Infinity, to = '' } = args;
    const order = orderNumber === undefined ? undefined : await this.orders.find({ tenant, orderNumber });
    if (orderNumber !== undefined && !order)
      return ToolApprovalDecision.reject(`${tenant} has no order ${orderNumber}.`);
    switch (definition.name) {
      case 'refund':
        if (amount <= REFUND_LIMIT) return ToolApprovalDecision.approve();
        return leaveToPerson(order && refundProblem(order, amount), context);
      case 'cancelOrder':
        return leaveToPerson(order && cancelProblem(order), context);
      case 'sendEmail':
        return (await this.orders.hasCustomer(tenant, to))
          ? ToolApprovalDecision.approve()
          : ToolApprovalDecision.reject(`${to} is not a customer of ${tenant}.`);
      default:
        return ToolApprovalDecision.abstain();
    }
  }
}

// A resumed call may have had its effect before its process was killed: the state of its order is then no problem.
const leaveToPerson = (
  problem: Error | undefined,
  { phase }: ToolApprovalContext<DeskContext>,
): ToolApprovalDecision =>
  problem && phase !== 'resume' ? ToolApprovalDecision.reject(problem.message) : ToolApprovalDecision.abstain();
