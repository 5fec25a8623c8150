import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, AIMessageChunk } from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';
import { ANSWER, describe, findOrder, gate, INPUT, QUESTION, toolNames, WORDS } from '../script.mjs';

// In the background, callbacks of concurrent streams are lost.
process.env.LANGCHAIN_CALLBACKS_BACKGROUND = 'false';

const isFirst = (messages) => messages.at(-1).getType() === 'human';

class FakeModel extends BaseChatModel {
  constructor() {
    super({});
  }

  _llmType() {
    return 'fake';
  }

  bindTools() {
    return this;
  }

  async _generate(messages) {
    if (gate.closed) await gate.closed;
    const message = isFirst(messages)
      ? new AIMessage({ content: '', tool_calls: [{ id: 'call-1', name: 'findOrder0', args: INPUT }] })
      : new AIMessage(ANSWER);
    return { generations: [{ text: message.text, message }] };
  }

  async *_streamResponseChunks(messages, _options, runManager) {
    if (gate.closed) await gate.closed;
    if (isFirst(messages)) {
      const call = { type: 'tool_call_chunk', index: 0, id: 'call-1', name: 'findOrder0', args: JSON.stringify(INPUT) };
      const message = new AIMessageChunk({ content: '', tool_call_chunks: [call] });
      yield new ChatGenerationChunk({ text: '', message });
      return;
    }
    for (const text of WORDS) {
      const chunk = new ChatGenerationChunk({ text, message: new AIMessageChunk(text) });
      yield chunk;
      await runManager?.handleLLMNewToken(text, undefined, undefined, undefined, undefined, { chunk });
    }
  }
}

export const start = async (count) => {
  const schema = z.object({ orderNumber: z.string() });
  const tools = toolNames(count).map((name) =>
    tool(async (input) => JSON.stringify(findOrder(input)), { name, description: describe(name), schema }),
  );
  const agent = createAgent({ model: new FakeModel(), tools });
  const input = () => ({ messages: [{ role: 'user', content: QUESTION }] });
  return {
    call: async () => (await agent.invoke(input())).messages.at(-1).text,
    stream: async () => {
      let text = '';
      for await (const [message] of await agent.stream(input(), { streamMode: 'messages' })) {
        if (message.getType() === 'ai') text += message.text;
      }
      return text;
    },
  };
};
