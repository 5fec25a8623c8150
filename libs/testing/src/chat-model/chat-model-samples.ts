import { type AssistantPart, type Prompt, systemMessage, userMessage } from 'toolgate/model';

/** A prompt as a chat client sends it. */
export const PROMPT: Prompt = {
  messages: [systemMessage('You work for Acme.'), userMessage('Where is order A-1042?')],
  options: { temperature: 0 },
  tools: [
    {
      name: 'findOrder',
      description: 'Look an order up',
      inputSchema: { type: 'object', properties: { number: { type: 'string' } }, additionalProperties: false },
    },
  ],
};

const call = (toolCallId: string, input: string): AssistantPart => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'findOrder',
  input,
});

const text = (text: string): AssistantPart => ({ type: 'text', text });

/** Answers that any chat model must support. */
export const SAMPLES: readonly [[string, readonly AssistantPart[]], ...[string, readonly AssistantPart[]][]] = [
  ['text', [text('Your order is on its way. Grüße 👋')]],
  ['reasoning and text', [{ type: 'reasoning', text: 'An order was asked for.' }, text('It is on its way.')]],
  ['a tool call', [call('call-1', '{"number":"A-1042"}')]],
  [
    'text and parallel tool calls',
    [text('Let me look.'), call('call-1', '{"number":"A-1042"}'), call('call-2', '{"number":"A-1043"}')],
  ],
];
