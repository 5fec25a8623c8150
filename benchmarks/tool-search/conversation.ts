import type { ChatClient } from 'toolgate';
import { type JsonObject, type Message, type Prompt, userMessage } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';

interface Turn {
  readonly said: string;
  /** The search of the model, if the prompt does not contain the tool. */
  readonly query: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly answer: string;
}

const TURNS: readonly Turn[] = [
  {
    said: 'Order SO-10042 came with a broken cup, it is line 2. Give the customer the money for it back.',
    query: 'refund one article of an order',
    tool: 'refundOrderLine',
    input: { orderId: 'SO-10042', lineNumber: 2 },
    answer: 'The cup of order SO-10042 is refunded.',
  },
  {
    said: 'Tell her so: ada@example.com.',
    query: 'send email',
    tool: 'sendEmail',
    input: { to: ['ada@example.com'], subject: 'Your order SO-10042', body: 'We have refunded your cup.' },
    answer: 'Ada has been told.',
  },
  {
    said: 'And where is the parcel 00340434161094 of the rest?',
    query: 'track parcel',
    tool: 'trackShipment',
    input: { trackingNumber: '00340434161094' },
    answer: 'It is in Leipzig and comes tomorrow.',
  },
];

const SEARCH = 'toolSearchTool';

/** A model that calls one tool in each turn and then answers. It first searches for a tool that the prompt lacks. */
export const conversationModel = (): ScriptedChatModel =>
  new ScriptedChatModel(Array.from({ length: TURNS.length * 3 }, () => answerOf));

const answerOf = (prompt: Prompt): ScriptedAnswer => {
  const asked = prompt.messages.filter(({ role }) => role === 'user').length;
  const { query, tool, input, answer } = TURNS[asked - 1]!;
  const last = prompt.messages.at(-1)!;
  if (last.role === 'tool' && last.content.some(({ toolName }) => toolName === tool)) return answer;
  if (prompt.tools?.some(({ name }) => name === tool)) return callsTools(toolCall(tool, input, `call-${asked}`));
  if (last.role === 'tool') throw new Error(`"${query}" does not find ${tool}: ${JSON.stringify(last.content)}`);
  return callsTools(toolCall(SEARCH, { query }, `search-${asked}`));
};

/** The prompts and tokens that the provider receives in a whole conversation. */
export interface TokensSent {
  readonly prompts: number;
  /** The characters of the JSON of messages and tools, divided by 4. */
  readonly tokens: number;
  readonly ofTools: number;
}

/** Runs the conversation with a client of a `conversationModel`, and counts the prompts and tokens of the model. */
export const tokensOfConversation = async (chat: ChatClient, model: ScriptedChatModel): Promise<TokensSent> => {
  let history: readonly Message[] = [];
  for (const { said, answer } of TURNS) {
    history = [...history, userMessage(said)];
    const content = await chat.prompt({ messages: history }).conversation('measured').call().content();
    if (content !== answer) throw new Error(`The model answered "${content}".`);
    history = model.prompts.at(-1)!.messages.filter(isSaid);
    history = [...history, { role: 'assistant', content: [{ type: 'text', text: answer }] }];
  }
  const count = (part: (prompt: Prompt) => unknown): number =>
    Math.round(model.prompts.reduce((sum, prompt) => sum + JSON.stringify(part(prompt)).length, 0) / 4);
  return {
    prompts: model.prompts.length,
    tokens: count(({ messages, tools = [] }) => ({ messages, tools })),
    ofTools: count(({ tools = [] }) => tools),
  };
};

// The client adds the system message to each prompt.
const isSaid = ({ role }: Message): boolean => role !== 'system';
