import type { JsonObject } from 'toolgate/model';

const COLORS = ['black', 'oak', 'white'];

/** Asks the customer for the color of a new item. */
export const askColor = ({ orderNumber }: JsonObject) => ({
  message: `Which color do you want instead for order ${String(orderNumber)}?`,
  schema: { type: 'object', properties: { color: { type: 'string', enum: COLORS } }, required: ['color'] },
});
