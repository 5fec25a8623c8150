import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  type ChatModel,
  type ChatResponse,
  type Message,
  textOf,
  toolCallsOf,
  type ToolDefinition,
  toolMessage,
} from 'toolgate/model';

/** The parts of a loop that is written for this one purpose. */
export interface HandWritten {
  readonly model: ChatModel;
  readonly definitions: readonly ToolDefinition[];
  readonly run: (orderNumber: string) => unknown;
}

/** A loop by hand: it parses and validates the arguments, runs the calls in parallel, and calls the model again. */
export const handWritten = ({ model, definitions, run }: HandWritten) => {
  const ajv = new Ajv2020();
  const tools = new Map(definitions.map((definition) => [definition.name, ajv.compile(definition.inputSchema)]));

  const answerCalls = async ({ message }: ChatResponse): Promise<Message | undefined> => {
    const calls = toolCallsOf(message);
    if (calls.length === 0) return undefined;
    const results = await Promise.all(
      calls.map(async ({ toolCallId, toolName, input }) => {
        const args = JSON.parse(input) as { orderNumber: string };
        if (!tools.get(toolName)!(args)) throw new Error('invalid arguments');
        const value = JSON.parse(JSON.stringify(await run(args.orderNumber))) as never;
        return {
          type: 'tool-result',
          toolCallId,
          toolName,
          output: { type: 'json', value },
          outcome: { type: 'success' },
        } as const;
      }),
    );
    return toolMessage(results);
  };

  return {
    async call(history: readonly Message[]): Promise<string> {
      for (let messages = history; ;) {
        const response = await model.call({ messages, tools: definitions });
        const results = await answerCalls(response);
        if (!results) return textOf(response.message);
        messages = [...messages, response.message, results];
      }
    },
    async *stream(history: readonly Message[]): AsyncGenerator<string, void, void> {
      for (let messages = history; ;) {
        const stream = model.stream({ messages, tools: definitions });
        let step = await stream.next();
        for (; !step.done; step = await stream.next()) if (step.value.type === 'text-delta') yield step.value.delta;
        const results = await answerCalls(step.value);
        if (!results) return;
        messages = [...messages, step.value.message, results];
      }
    },
  };
};
