import type { ChatModelCall, ChatResponse, ChatStream, Message, Prompt } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { agentBatch, isOfAgents } from './agent-batches.fixture.js';
import type { CrashPoints } from './crash-points.fixture.js';
import { promptsOf } from './crash-story.fixture.js';
import { writeLine } from './journal.fixture.js';

const BATCHES = [
  callsTools(
    'I look at it.',
    toolCall('find', { order: 'A-1' }, 'find-1'),
    toolCall('refund', { order: 'A-1', amount: 70 }, 'refund-1'),
    toolCall('mail', { order: 'A-1' }, 'mail-1'),
    toolCall('cancel', { order: 'A-1' }, 'cancel-1'),
  ),
  callsTools(toolCall('note', { text: 'one' }, 'note-1'), toolCall('note', { text: 'two' }, 'note-2')),
  callsTools(
    toolCall('charge', { order: 'B-2' }, 'charge-1'),
    toolCall('refund', { order: 'B-2', amount: 20 }, 'refund-2'),
  ),
];

const MOST_CALLS = 99;

/** A model that answers by its messages, not by the number of calls: another process may have called it before. */
export class CrashingModel extends ScriptedChatModel {
  constructor(
    private readonly points: CrashPoints,
    file: string,
  ) {
    super(
      Array.from({ length: MOST_CALLS }, () => async ({ messages }: Prompt) => {
        writeLine(promptsOf(file), messages);
        await points.hold(`model: asked in round ${roundOf(messages)}`);
        const batch = isOfAgents(messages) ? agentBatch(messages, roundOf(messages)) : BATCHES[roundOf(messages)];
        return batch ?? `Done: ${resultsIn(messages).join('; ')}`;
      }),
    );
  }

  override async call(prompt: Prompt, call: ChatModelCall = {}): Promise<ChatResponse> {
    const response = await super.call(prompt, call);
    this.points.reach(`model: answered in round ${roundOf(prompt.messages)}`);
    return response;
  }

  override async *stream(prompt: Prompt, call: ChatModelCall = {}): ChatStream {
    const response = yield* super.stream(prompt, call);
    this.points.reach(`model: answered in round ${roundOf(prompt.messages)}`);
    return response;
  }
}

const roundOf = (messages: readonly Message[]): number => messages.filter(({ role }) => role === 'assistant').length;

/** The results that a prompt contains. */
export const resultsIn = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap((message) =>
    message.role === 'tool'
      ? message.content.map(({ output }) => (output.type === 'text' ? output.text : JSON.stringify(output)))
      : [],
  );
