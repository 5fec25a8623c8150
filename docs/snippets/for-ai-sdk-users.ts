// #region first
import { ChatClient, ToolApprovalDecision, ToolApprovalStrategy } from 'toolgate';
import { approvalGate } from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { toolCallback } from 'toolgate/tool';
import { z } from 'zod';

const refund = toolCallback({
  name: 'refund',
  description: 'Refund an order',
  inputSchema: z.object({ orderNumber: z.string(), amount: z.number() }),
  call: ({ amount }) => ({ refunded: amount }),
});

const upTo50 = ToolApprovalStrategy.of(({ definition }, { amount }) =>
  definition.name === 'refund' && Number(amount) <= 50
    ? ToolApprovalDecision.approve()
    : ToolApprovalDecision.reject('Refunds over 50 need a person.'),
);

// Answers from a script, so that this runs without a key.
const model = new ScriptedChatModel(
  [callsTools(toolCall('refund', { orderNumber: 'A-1043', amount: 80 })), 'A person has to look at A-1043.'],
  { chunkSize: 40 },
);

const chat = ChatClient.create(model, { tools: [refund], gate: approvalGate(upTo50) });
// #endregion

export const run = async (): Promise<unknown> => {
  // #region stream
  const parts: unknown[] = [];
  for await (const part of chat.prompt('Refund 80 of A-1043').stream()) {
    if (part.type === 'tool-call') parts.push([part.type, part.toolName]);
    if (part.type === 'tool-rejected') parts.push([part.type, part.reason]);
    if (part.type === 'text-delta') parts.push([part.type, part.delta]);
  }
  console.log(JSON.stringify(parts));
  // #endregion
  return parts;
};
