import type { FactoryProvider } from '@nestjs/common';
import { agentTool, type ChatClient } from 'toolgate';
import { chatClientToken } from 'toolgate/chat';
import { questionOf } from './shop.model.fixture.js';

/** The tool whose calls are turns of a clerk. */
export const AGENT = 'agent';

/** The client of these turns. */
export const CLERK = 'clerk';

interface Task {
  readonly ticket: string;
}

/** A tool that passes each call to the clerk, in a conversation of its own. */
export const agent: FactoryProvider = {
  provide: AGENT,
  inject: [chatClientToken(CLERK)],
  useFactory: (client: ChatClient) =>
    agentTool({
      client,
      name: AGENT,
      description: 'Hand a task to the clerk',
      requiresApproval: false,
      inputSchema: {
        type: 'object',
        properties: { ticket: { type: 'string' }, amount: { type: 'number' } },
        required: ['ticket', 'amount'],
      },
      prompt: (input: unknown) => {
        const { ticket } = input as Task;
        return { text: questionOf(ticket), conversation: ticket };
      },
    }),
};
