import { ChatClient } from 'toolgate';
import { assistantMessage, ChatModel, type ChatResponse, type ChatStream, userMessage } from 'toolgate/model';
import { functionTool } from 'toolgate/tool';
import type { Sized } from './cost-by-size.js';

const CALL = { type: 'tool-call', toolCallId: 'call-1', toolName: 'find' } as const;

/** Calls a tool in each of a number of rounds, then answers. */
class RoundsModel extends ChatModel {
  private asked = 0;

  constructor(private readonly rounds: number) {
    super();
  }

  async call(): Promise<ChatResponse> {
    const round = this.asked++ % (this.rounds + 1);
    if (round === this.rounds) {
      return { message: assistantMessage('Done.'), finishReason: { unified: 'stop' }, usage: {} };
    }
    const call = { ...CALL, input: `{"order":${round}}` };
    return { message: assistantMessage([call]), finishReason: { unified: 'tool-calls' }, usage: {} };
  }

  async *stream(): ChatStream {
    return this.call();
  }
}

const find = functionTool({
  name: 'find',
  inputSchema: { type: 'object', properties: { order: { type: 'integer' } } },
  run: () => 'paid',
});
const limits = { rounds: Infinity, totalCalls: Infinity, callsPerTool: Infinity };

/** Runs a turn with this number of rounds. A unit is one round. */
export const turnOfRounds = (rounds: number): Sized => {
  const chat = ChatClient.create(new RoundsModel(rounds), { limits });
  const prompt = chat.prompt({ messages: [userMessage('Check them all.')], tools: [find] });
  return { size: rounds, units: rounds, work: () => prompt.call().content() };
};
