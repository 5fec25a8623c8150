import { describe, expect, it } from 'vitest';
import { Tool, ToolApprovalStrategy, ToolgateModule } from 'toolgate';
import { ChatClient, ChatClientException, type ChatClientRecord } from 'toolgate/chat';
import { filePart, type Message, systemMessage, userMessage } from 'toolgate/model';
import { ScriptedChatModel } from 'toolgate/testing';
import { compile } from '../story.fixture.js';
import { advisor, rejectionOf } from './chat.fixture.js';

class Kit {
  @Tool({ description: 'Looks' })
  look(): string {
    return 'seen';
  }
}

class Audit {}

const CALL = { type: 'tool-call', toolCallId: '1', toolName: 'look' };
const RESULT = { type: 'tool-result', toolCallId: '1', toolName: 'look' };
const JSON_TEXT = 'Pass the arguments as JSON text: JSON.stringify(input).';
const ROLES = 'Pass one of the roles system, user, assistant, tool.';
const TEXT = 'Pass a string, a PromptTemplate or { text, params }, or leave it out.';
const SOURCE = 'Pass a class, an instance, a callback, or the name of a tool.';
const SYSTEM = 'Pass the text of the system message, or leave the message out.';
const INSTANCE = 'Pass an instance of a class that extends Advisor.';

/** A wrong message, the place in it, and the text of the error. */
const messages: readonly [unknown, string, string][] = [
  ['Hi', '', "received a string. Pass a message, such as { role: 'user', content: 'Hi' } or userMessage('Hi')."],
  [{ role: 'banana', content: 'Hi' }, '', `has the role "banana". ${ROLES}`],
  [{ content: 'Hi' }, '', `has no role. ${ROLES}`],
  [{ role: 'toString', content: 'Hi' }, '', `has the role "toString". ${ROLES}`],
  [{ role: 'system' }, '.text', `received undefined. ${SYSTEM}`],
  [{ role: 'system', text: ' ' }, '.text', `received an empty string. ${SYSTEM}`],
  [{ role: 'system', content: [{ type: 'text', text: 'Be brief.' }] }, '.content', `received a list. ${SYSTEM}`],
  [{ role: 'system', text: 'a', content: 'b' }, '', 'has both text and content. Leave one of them out.'],
  [{ role: 'user', text: 'Hi' }, '.content', 'received undefined. Pass a string or a list of parts.'],
  [
    { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
    '.content',
    'received undefined. Pass a string or a list of parts.',
  ],
  [
    { role: 'user', content: '' },
    '.content',
    'received an empty string. Pass the text of the message, or leave the message out.',
  ],
  [{ role: 'user', content: [] }, '.content', 'received an empty list. Pass a string or a list of parts.'],
  [{ role: 'user', content: ['Hi'] }, '.content[0]', 'received a string. Pass a part of the type text, file.'],
  [
    { role: 'user', content: [{ type: 'image', image: 'x' }] },
    '.content[0]',
    'has the type "image". Pass a part of the type text, file.',
  ],
  [{ role: 'user', content: [{ text: 'Hi' }] }, '.content[0]', 'has no type. Pass a part of the type text, file.'],
  [{ role: 'user', content: [{ type: 'text' }] }, '.content[0].text', 'received undefined. Pass a string.'],
  [
    { role: 'user', content: [{ type: 'file', mediaType: 'image/png', data: 'x' }] },
    '.content[0].source',
    'received undefined. Create the part with filePart(), or pass { type, mediaType, source }.',
  ],
  [
    { role: 'assistant', content: [{ ...CALL, input: { a: 1 } }] },
    '.content[0].input',
    `received an object. ${JSON_TEXT}`,
  ],
  [
    { role: 'assistant', content: [{ ...CALL, toolName: 5, input: '{}' }] },
    '.content[0].toolName',
    'received the number 5. Pass a string.',
  ],
  [
    { role: 'tool', content: 'seen' },
    '.content',
    'received a string. Pass a list of tool results, as toolMessage() does.',
  ],
  [{ role: 'tool', content: [CALL] }, '.content[0]', 'has the type "tool-call". Pass a part of the type tool-result.'],
  [
    { role: 'tool', content: [{ ...RESULT, output: 'seen', outcome: { type: 'success' } }] },
    '.content[0].output',
    "received a string. Pass an object, such as { type: 'text', text }.",
  ],
  [
    { role: 'tool', content: [{ ...RESULT, output: { type: 'text', text: 'seen' } }] },
    '.content[0].outcome',
    "received undefined. Pass an object, such as { type: 'success' }.",
  ],
];

/** A wrong record, the place in it, and the text of the error. */
const records: readonly [object, string, string | RegExp][] = [
  [{ user: '' }, 'user', `received an empty string. ${TEXT}`],
  [{ user: null }, 'user', `received null. ${TEXT}`],
  [{ user: new Date(0) }, 'user', `received an instance of Date. ${TEXT}`],
  [{ system: 5 }, 'system', `received the number 5. ${TEXT}`],
  [{ system: [{ type: 'text', text: 'Be brief.' }] }, 'system', `received a list. ${TEXT}`],
  [
    { system: { text: ' ' } },
    'system.text',
    'received an empty string. Pass a string or a PromptTemplate, or leave it out.',
  ],
  [{ conversation: ' ' }, 'conversation', CONVERSATION('an empty string')],
  [{ conversation: 7 }, 'conversation', CONVERSATION('the number 7')],
  [{ tools: Kit }, 'tools', 'received the class Kit. Pass a list: [Kit].'],
  [{ tools: 'look' }, 'tools', 'received a string. Pass a list: [Refunds].'],
  [{ tools: { look: {} } }, 'tools', 'received an object. Pass a list: [Refunds].'],
  [
    { tools: [Kit, undefined] },
    'tools[1]',
    `received undefined. ${SOURCE} A class that two files import from each other may be undefined.`,
  ],
  [
    { system: { text: 'Be brief.', files: [filePart(new Uint8Array(1), 'image/png')] } },
    'system.files',
    'received a list. Pass files with the user text: user({ text, files }).',
  ],
  [{ tools: [' '] }, 'tools[0]', `received an empty string. ${SOURCE}`],
  [{ tools: [[5]] }, 'tools[0][0]', `received the number 5. ${SOURCE}`],
  [{ advisors: [undefined] }, 'advisors[0]', `received undefined. ${INSTANCE}`],
  [{ advisors: [Audit] }, 'advisors[0]', `received the class Audit. ${INSTANCE}`],
  [{ advisors: [new Audit()] }, 'advisors[0]', `received an instance of Audit. ${INSTANCE}`],
  [{ advisors: advisor((request, chain) => chain.next(request)) }, 'advisors', /received an instance of Scripted/],
  [{ advisorParams: 'x' }, 'advisorParams', /^ received a string\./],
  [{ toolContext: [] }, 'toolContext', 'received an empty list. Pass a plain object.'],
  [{ toolContext: new Map() }, 'toolContext', 'received an instance of Map. Pass a plain object.'],
  [{ timeoutMs: 0 }, 'timeoutMs', 'received the number 0. Pass milliseconds above 0, or Infinity.'],
  [{ timeoutMs: '5s' }, 'timeoutMs', 'received a string. Pass milliseconds above 0, or Infinity.'],
  [{ options: 5 }, 'options', 'received the number 5. Pass an object, such as { temperature: 0 }.'],
  [{ options: { maxTokens: 5 } }, 'options', OPTION('maxTokens')],
  [{ options: { temperature: '0' } }, 'options.temperature', 'received a string. Pass a number, or leave it out.'],
  [{ options: { model: 5 } }, 'options.model', 'received the number 5. Pass a string, or leave it out.'],
  [
    { options: { stopSequences: 'END' } },
    'options.stopSequences',
    'received a string. Pass a list of strings, or leave it out.',
  ],
  [
    { options: { toolChoice: 'required' } },
    'options.toolChoice',
    "received a string. Pass { type: 'auto' }, { type: 'none' }, { type: 'required' } or { type: 'tool', toolName }.",
  ],
  [
    { options: { responseFormat: 'json' } },
    'options.responseFormat',
    "received a string. Pass { type: 'text' } or { type: 'json', schema }.",
  ],
  [
    { options: { headers: { a: 1 } } },
    'options.headers',
    'received an object. Pass an object of strings, by the name of the header.',
  ],
  [
    { options: { providerOptions: { user: 'u-1' } } },
    'options.providerOptions',
    "received an object. Pass an object for each provider, such as { openai: { user: 'u-1' } }.",
  ],
  [{ options: { tools: Kit } }, 'options.tools', 'received the class Kit. Pass a list: [Kit].'],
];

function CONVERSATION(kind: string): string {
  return `received ${kind}. Pass the id of the conversation as a string, or leave it out.`;
}

function OPTION(name: string): string {
  return `does not accept "${name}". Use one of: model, maxOutputTokens, temperature, topP, topK, presencePenalty, frequencyPenalty, stopSequences, seed, reasoning, toolChoice, responseFormat, headers, providerOptions, tools, toolContext.`;
}

const newClient = (defaults: object = {}) => ChatClient.create(new ScriptedChatModel(['Hi', 'Hi']), defaults);

const thrownBy = (use: () => unknown): unknown => {
  try {
    return use();
  } catch (error) {
    return error;
  }
};

const assertSays = (error: unknown, place: string, said: string | RegExp): void => {
  expect(error).toBeInstanceOf(ChatClientException);
  const { message } = error as Error;
  expect(message.slice(0, place.length)).toBe(place);
  if (typeof said === 'string') expect(message).toBe(`${place} ${said}`);
  else expect(message.slice(place.length)).toMatch(said);
};

describe('a message with a wrong form', () => {
  it.each(messages)('is refused in a step and in a record: %j', (wrong, path, said) => {
    const given = [userMessage('Hello'), wrong as Message];
    const step = () => newClient().prompt().messages(given);
    assertSays(thrownBy(step), `messages()[1]${path}`, said);
    const record = () => newClient().prompt({ messages: given });
    assertSays(thrownBy(record), `prompt(): "messages[1]${path}"`, said);
  });

  it('is refused if messages is not a list', () => {
    const record = () => newClient().prompt({ messages: userMessage('Hi') } as never);
    assertSays(thrownBy(record), 'prompt(): "messages"', 'received an object. Pass a list of messages.');
  });
});

describe('a record with a value of a wrong type', () => {
  it.each(records)('is refused in a prompt and in the defaults of a client: %j', (wrong, path, said) => {
    assertSays(
      thrownBy(() => newClient().prompt(wrong as never)),
      `prompt(): "${path}"`,
      said,
    );
    assertSays(
      thrownBy(() => newClient(wrong)),
      `ChatClient.create(): "${path}"`,
      said,
    );
    assertSays(
      thrownBy(() => newClient().mutate(wrong)),
      `The chat client "default": "${path}"`,
      said,
    );
  });

  it.each(records)('stops start-up: %j', async (wrong, path, said) => {
    const client = rejectionOf(compile({ options: { client: wrong } }));
    assertSays(await client, `The chat client "default": "${path}"`, said);
    const named = rejectionOf(compile({ imports: [ToolgateModule.forFeature([{ name: 'support', ...wrong }])] }));
    assertSays(await named, `The chat client "support": "${path}"`, said);
  });

  it.each<[ChatClientRecord | object, string, string]>([
    [{ text: '' }, 'text', 'received an empty string. Pass a string, or leave it out.'],
    [{ addedTools: Kit }, 'addedTools', 'received the class Kit. Pass a list: [Kit].'],
    [{ transient: 'token' }, 'transient', 'received a string. Pass a plain object.'],
    [
      { signal: new AbortController() },
      'signal',
      'received an instance of AbortController. Pass an AbortSignal, such as controller.signal, or leave it out.',
    ],
  ])('is refused in a prompt: %j', (wrong, path, said) => {
    assertSays(
      thrownBy(() => newClient().prompt(wrong as never)),
      `prompt(): "${path}"`,
      said,
    );
  });

  it('is refused if the id of its conversation is longer than a database can index', () => {
    const long = 'é'.repeat(1001);
    const said = 'received an id of 2002 bytes. Pass one of at most 2000 bytes.';
    assertSays(
      thrownBy(() => newClient().prompt().conversation(long)),
      'conversation()',
      said,
    );
    assertSays(
      thrownBy(() => newClient().prompt({ conversation: long })),
      'prompt(): "conversation"',
      said,
    );
  });

  it('is refused if its gate is a strategy', () => {
    assertSays(
      thrownBy(() => newClient({ gate: ToolApprovalStrategy.alwaysApprove() })),
      'ChatClient.create(): "gate"',
      /^ received .+\. Pass a ToolGate, such as approvalGate\(strategy\) from toolgate\/approval\.$/,
    );
  });
});

describe('a promise in place of a string', () => {
  it('is refused with the advice to await it', () => {
    const text = Promise.resolve('Hi');
    const said = 'received an instance of Promise. Await it first, and pass its value.';
    expect(() => newClient().prompt(text as never)).toThrow(`prompt() ${said}`);
    expect(() =>
      newClient()
        .prompt()
        .user(text as never),
    ).toThrow(`user() ${said}`);
  });
});

describe('a step that receives a value of a wrong type', () => {
  it.each<[string, (prompt: ReturnType<ChatClient['prompt']>) => unknown]>([
    ['options() does not accept "maxTokens". Use one of: model,', (p) => p.options({ maxTokens: 5 } as never)],
    [
      'options().temperature received a string. Pass a number, or leave it out.',
      (p) => p.options({ temperature: '0' } as never),
    ],
    ['toolContext() received an empty list. Pass a plain object.', (p) => p.toolContext([])],
    ['timeout() received the number -1. Pass milliseconds above 0, or Infinity.', (p) => p.timeout(-1)],
    ['signal() received an object. Pass an AbortSignal, such as controller.signal', (p) => p.signal({} as never)],
  ])('is refused: %s', (message, step) => {
    expect(() => step(newClient().prompt('Hi'))).toThrow(message);
  });
});

describe('tool context that JSON cannot represent', () => {
  const since = new Date(0);
  const said =
    'JSON cannot carry an instance of Date in "since" as it is. Convert such values, or pass them with transient().';

  it('is refused in a step and in a record', async () => {
    const prompt = newClient().prompt('Hi').toolContext({ since });
    await expect(prompt.call().content()).rejects.toThrow(`toolContext() takes plain JSON: ${said}`);
    const record = newClient().prompt({ user: 'Hi', toolContext: { since } as never });
    await expect(record.call().content()).rejects.toThrow(`toolContext() takes plain JSON: ${said}`);
  });

  it('stops start-up in the defaults of a client', async () => {
    const error = await rejectionOf(compile({ options: { client: { toolContext: { since } as never } } }));
    expect(error).toBeInstanceOf(ChatClientException);
    expect((error as Error).message).toBe(`The chat client "default": "toolContext" must be plain JSON: ${said}`);
  });
});

describe('the short form of a message', () => {
  it('is a role and a text, in a step and in a record', async () => {
    const given = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi, how can I help?' },
    ] as const;
    const model = new ScriptedChatModel(['1', '2']);
    const chat = ChatClient.create(model);
    await chat.prompt('Look').messages(given).call().content();
    await chat.prompt({ messages: given, text: 'Look' }).call().content();
    const [first, second] = model.prompts.map(({ messages }) => messages);
    expect(first).toEqual(second);
    expect(first).toEqual(
      expect.arrayContaining([
        systemMessage('Be brief.'),
        userMessage('Hello'),
        { role: 'assistant', content: [{ type: 'text', text: 'Hi, how can I help?' }] },
      ]),
    );
  });

  it('keeps the metadata of a provider', async () => {
    const providerMetadata = { acme: { cache: true } };
    const model = new ScriptedChatModel(['1']);
    const system = { role: 'system', content: 'Be brief.', providerMetadata } as const;
    await ChatClient.create(model).prompt('Hi').messages(system).call().content();
    expect(model.prompts[0]!.messages[0]).toEqual({ role: 'system', text: 'Be brief.', providerMetadata });
  });
});
