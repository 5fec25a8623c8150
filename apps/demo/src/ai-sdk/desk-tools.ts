import { tool } from 'ai';
import { z } from 'zod';
import type { OrdersService } from '../orders/orders.service.js';
import type { OutboxService } from '../outbox/outbox.service.js';

const orderNumber = z.string().describe('Order number, such as A-1042');

/** What the application knows of a call; the model never sees or sets it. */
const callSchema = z.object({ tenant: z.string(), key: z.string() });

/** The tools of the desk, as an application of the AI SDK defines them. */
export const deskTools = (orders: OrdersService, outbox: OutboxService) => ({
  findOrder: tool({
    description: 'Find an order by its number',
    inputSchema: z.object({ orderNumber }),
    execute: (input, { context }) => orders.get({ ...callSchema.parse(context), ...input }),
  }),
  refund: tool({
    description: 'Refund an order or a part of it, once',
    inputSchema: z.object({ orderNumber, amount: z.number().positive() }),
    execute: ({ amount, ...order }, { context }) => {
      const { tenant, key } = callSchema.parse(context);
      return orders.refund({ tenant, ...order }, amount, key);
    },
  }),
  sendEmail: tool({
    description: 'Send an e-mail to a customer',
    inputSchema: z.object({ to: z.email(), subject: z.string().min(1), body: z.string().min(1) }),
    execute: (email, { context }) => {
      const { tenant, key } = callSchema.parse(context);
      return outbox.send({ tenant, ...email }, key);
    },
  }),
});

/** The tools of the desk by name. */
export type DeskTools = ReturnType<typeof deskTools>;
