import { type AssistantMessage, type Message, textOf } from 'toolgate/model';
import { callsTools, toolCall } from 'toolgate/testing';

/** What the models of a story with agents call, by the question that they were asked. */
const BATCHES: Readonly<Record<string, readonly AssistantMessage[]>> = {
  'Refund B-2, and let an agent see to A-1': [
    callsTools(toolCall('refund', { order: 'B-2', amount: 20 }, 'refund-2')),
    callsTools(toolCall('note', { text: 'one' }, 'note-1'), toolCall('agent', { task: 'See to A-1' }, 'agent-1')),
  ],
  'See to A-1': [
    callsTools(
      toolCall('find', { order: 'A-1' }, 'find-1'),
      toolCall('refund', { order: 'A-1', amount: 70 }, 'refund-1'),
    ),
    callsTools(toolCall('agent', { task: 'Charge B-2' }, 'agent-2'), toolCall('note', { text: 'two' }, 'note-2')),
  ],
  'Charge B-2': [callsTools(toolCall('charge', { order: 'B-2' }, 'charge-1'))],
};

/** The question of the story with agents. */
export const AGENT_QUESTION = 'Refund B-2, and let an agent see to A-1';

/** Returns the next batch of a turn; undefined if it has none, or if it is no turn of the story with agents. */
export const agentBatch = (messages: readonly Message[], round: number): AssistantMessage | undefined => {
  const asked = messages.find(({ role }) => role === 'user');
  return asked && BATCHES[textOf(asked)]?.[round];
};

/** Whether a turn is one of the story with agents. */
export const isOfAgents = (messages: readonly Message[]): boolean => {
  const asked = messages.find(({ role }) => role === 'user');
  return asked !== undefined && textOf(asked) in BATCHES;
};
