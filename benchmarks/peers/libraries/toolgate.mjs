import 'reflect-metadata';
import { createToolgate } from 'toolgate';
import { assistantMessage, ChatModel } from 'toolgate/model';
import { functionTool } from 'toolgate/tool';
import { z } from 'zod';
import { ANSWER, describe, findOrder, gate, INPUT, QUESTION, toolNames, WORDS } from '../script.mjs';

const CALL = { type: 'tool-call', toolCallId: 'call-1', toolName: 'findOrder0', input: JSON.stringify(INPUT) };
const CALLS = {
  message: assistantMessage([CALL]),
  finishReason: { unified: 'tool-calls' },
  usage: { inputTokens: 10, outputTokens: 5 },
};
const ANSWERS = {
  message: assistantMessage(ANSWER),
  finishReason: { unified: 'stop' },
  usage: { inputTokens: 20, outputTokens: 18 },
};

class FakeModel extends ChatModel {
  async call({ messages }) {
    if (gate.closed) await gate.closed;
    return messages.at(-1).role === 'user' ? CALLS : ANSWERS;
  }

  async *stream({ messages }) {
    if (gate.closed) await gate.closed;
    const isFirst = messages.at(-1).role === 'user';
    if (isFirst) yield CALL;
    else for (const delta of WORDS) yield { type: 'text-delta', id: '0', delta };
    const response = isFirst ? CALLS : ANSWERS;
    yield { type: 'finish', finishReason: response.finishReason, usage: response.usage };
    return response;
  }
}

export const start = async (tools) => {
  const parameters = z.object({ orderNumber: z.string() });
  const callbacks = toolNames(tools).map((name) =>
    functionTool({ name, description: describe(name), parameters, run: findOrder }),
  );
  const { chat } = await createToolgate({ model: new FakeModel(), tools: callbacks });
  return {
    call: () => chat.prompt(QUESTION).call().content(),
    stream: async () => {
      let text = '';
      for await (const part of chat.prompt(QUESTION).stream()) if (part.type === 'text-delta') text += part.delta;
      return text;
    },
  };
};
