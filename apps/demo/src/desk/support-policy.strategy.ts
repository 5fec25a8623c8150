import { Injectable } from '@nestjs/common';
import { type ToolApprovalContext, ToolApprovalDecision, ToolApprovalStrategy, type ToolCallback } from 'toolgate';
import { cancelProblem, exchangeProblem, OrdersService, refundProblem } from '../orders/orders.service.js';
import type { DeskContext } from './desk-context.js';
import { REFUND_LIMIT } from './refund-limit.js';

/** Arguments of the gated tools, validated by each tool's schema. */
type GatedArguments = { readonly orderNumber?: string; readonly amount?: number; readonly to?: string };

/**
 * The policy of the desk. Approves refunds up to 50 euros, exchanges, and e-mails to customers of the tenant. Rejects a call on an
 * order of another tenant, with the text for an order that does not exist. Abstains on calls that a person decides, but
 * rejects those that the order book would refuse.
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
      case 'exchange':
        return unlessRefused(order && exchangeProblem(order));
      case 'sendEmail':
        return (await this.orders.hasCustomer(tenant, to))
          ? ToolApprovalDecision.approve()
          : ToolApprovalDecision.reject(`${to} is not a customer of ${tenant}.`);
      default:
        return ToolApprovalDecision.abstain();
    }
  }
}

// An exchanged order may be exchanged again, so the state of its order decides on resume too.
const unlessRefused = (problem: Error | undefined): ToolApprovalDecision =>
  problem ? ToolApprovalDecision.reject(problem.message) : ToolApprovalDecision.approve();

// A resumed call may have run before its process was killed, so the state of its order is not a reason to reject it.
const leaveToPerson = (problem: Error | undefined, { phase }: ToolApprovalContext<DeskContext>): ToolApprovalDecision =>
  problem && phase !== 'resume' ? ToolApprovalDecision.reject(problem.message) : ToolApprovalDecision.abstain();
