// #region first
import { openai } from '@ai-sdk/openai';
import { ChatClient, type ChatModel, ToolApprovalDecision, ToolApprovalStrategy } from 'toolgate';
import { aiSdkChatModel } from 'toolgate/ai-sdk';
import { approvalGate } from 'toolgate/approval';
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

export const createChat = (model: ChatModel) =>
  ChatClient.create(model, { tools: [refund], gate: approvalGate(upTo50) });

export const chat = createChat(aiSdkChatModel(openai('gpt-5-mini')));
// #endregion
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

export const run = async (): Promise<unknown> => {
  const chat = createChat(
    new ScriptedChatModel(
      [callsTools(toolCall('refund', { orderNumber: 'A-1043', amount: 80 })), 'A person has to look at A-1043.'],
      { chunkSize: 40 },
    ),
  );
  const parts: unknown[] = [];
  // #region stream
  for await (const part of chat.prompt('Refund 80 of A-1043').stream()) {
    if (part.type === 'tool-call') parts.push([part.type, part.toolName]);
    if (part.type === 'tool-rejected') parts.push([part.type, part.reason]);
    if (part.type === 'text-delta') parts.push([part.type, part.delta]);
  }
  // #endregion
  return parts;
};
