import { Agent, run, setTracingDisabled, tool, Usage } from '@openai/agents';
import { z } from 'zod';
import { ANSWER, describe, findOrder, gate, INPUT, QUESTION, toolNames, WORDS } from '../script.mjs';

setTracingDisabled(true);

const CALL = {
  type: 'function_call',
  id: 'item-1',
  callId: 'call-1',
  name: 'findOrder0',
  status: 'completed',
  arguments: JSON.stringify(INPUT),
};
const MESSAGE = {
  type: 'message',
  id: 'item-2',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: ANSWER }],
};
const outputOf = ({ input }) => {
  const isFirst = typeof input === 'string' || !input.some(({ type }) => type === 'function_call_result');
  return isFirst ? [CALL] : [MESSAGE];
};

const model = {
  async getResponse(request) {
    if (gate.closed) await gate.closed;
    const usage = new Usage({ inputTokens: 10, outputTokens: 5, totalTokens: 15, requests: 1 });
    return { usage, output: outputOf(request), responseId: 'response-1' };
  },
  async *getStreamedResponse(request) {
    if (gate.closed) await gate.closed;
    const output = outputOf(request);
    yield { type: 'response_started' };
    if (output[0] === MESSAGE) for (const delta of WORDS) yield { type: 'output_text_delta', delta };
    const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };
    yield { type: 'response_done', response: { id: 'response-1', usage, output } };
  },
};

export const start = async (count) => {
  const parameters = z.object({ orderNumber: z.string() });
  const tools = toolNames(count).map((name) =>
    tool({ name, description: describe(name), parameters, execute: async (input) => findOrder(input) }),
  );
  const agent = new Agent({ name: 'Support', instructions: 'Help.', model, tools });
  return {
    call: async () => (await run(agent, QUESTION)).finalOutput,
    stream: async () => {
      const result = await run(agent, QUESTION, { stream: true });
      let text = '';
      for await (const delta of result.toTextStream()) text += delta;
      await result.completed;
      return text;
    },
  };
};
