import { describe, expect, it } from 'vitest';
import { Injectable, Module } from '@nestjs/common';
import {
  ChatClient,
  ChatClientException,
  ChatModel,
  type JsonObject,
  Tool,
  type ToolCallback,
  ToolCallbackProvider,
  ToolgateModule,
} from 'toolgate';
import { type ChatClientDefaults, type ChatClientRecord, SafeGuardAdvisor } from 'toolgate/chat';
import { type ChatModelOptions, systemMessage, userMessage } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { boot } from '../story.fixture.js';
import { advisor, readAll, tool } from './chat.fixture.js';

const clientOf = (defaults: ChatClientDefaults = {}, defaultOptions?: ChatModelOptions) => {
  const model = new ScriptedChatModel(Array<string>(9).fill('Hi'), { defaultOptions });
  return { model, chat: ChatClient.create(model, defaults) };
};

/** The last prompt of the model. */
const asked = ({ prompts }: ScriptedChatModel) => prompts.at(-1)!;
const toolsOf = (model: ScriptedChatModel) => asked(model).tools?.map(({ name }) => name) ?? [];

describe('the messages of a prompt', () => {
  const system = systemMessage('Be brief.');
  const earlier = [userMessage('Earlier'), { role: 'assistant', content: [{ type: 'text', text: 'Yes' }] }] as const;

  it('are sent in order: system text, messages, text of the prompt, user text', async () => {
    const { chat, model } = clientOf();
    const prompt = chat
      .prompt('First')
      .user('Last')
      .messages(earlier)
      .system('Be brief.')
      .messages([], systemMessage('Then'));
    await prompt.call().content();
    expect(asked(model).messages).toEqual([
      system,
      ...earlier,
      systemMessage('Then'),
      userMessage('First'),
      userMessage('Last'),
    ]);
  });

  it('keep a system message in its place', async () => {
    const { chat, model } = clientOf();
    await chat.prompt().messages(userMessage('Hi'), system).call().content();
    expect(asked(model).messages).toEqual([userMessage('Hi'), system]);
  });

  it('may come from one record, or only from the defaults', async () => {
    const { chat, model } = clientOf({ system: 'Be brief.', user: 'Good morning' });
    await chat.prompt().call().content();
    expect(asked(model).messages).toEqual([system, userMessage('Good morning')]);
    const record: ChatClientRecord = { user: [{ type: 'text', text: 'Hi' }], messages: earlier, options: { seed: 1 } };
    await chat.prompt(record).call().content();
    expect(asked(model)).toEqual({ messages: [system, ...earlier, userMessage('Hi')], options: { seed: 1 } });
  });

  it('replace the default texts, and the last text of each role counts', async () => {
    const { chat, model } = clientOf({ system: 'Be brief.', user: 'Good morning' });
    await chat.prompt().system('Be long.').system('Be kind.').user('No').user('Hi').call().content();
    expect(asked(model).messages).toEqual([systemMessage('Be kind.'), userMessage('Hi')]);
    await chat.prompt().call().content();
    expect(asked(model).messages).toEqual([system, userMessage('Good morning')]);
  });

  it('are sent unchanged, braces included', async () => {
    const { chat, model } = clientOf();
    await chat.prompt('{ "a": {b} }').call().content();
    expect(asked(model).messages).toEqual([userMessage('{ "a": {b} }')]);
  });
});

describe('the tools of a prompt', () => {
  const [one, two, three] = ['one', 'two', 'three'].map((name) => tool(name)) as [
    ToolCallback,
    ToolCallback,
    ToolCallback,
  ];

  it('replace all defaults, and added tools extend the active ones', async () => {
    const { chat, model } = clientOf({ tools: [one] }, { tools: [three] });
    const cases: [ChatClientRecord, string[]][] = [
      [{}, ['one']],
      [{ addedTools: [two] }, ['one', 'two']],
      [{ tools: [two] }, ['two']],
      [{ tools: [two], addedTools: [three] }, ['two', 'three']],
      [{ options: { tools: [two] } }, ['two']],
      [{ tools: [] }, []],
    ];
    for (const [record, names] of cases) {
      await chat
        .prompt({ user: 'Hi', ...record })
        .call()
        .content();
      expect(toolsOf(model)).toEqual(names);
    }
    await chat
      .prompt('Hi')
      .tools(two)
      .tools([three, [two]])
      .addTools(one)
      .call()
      .content();
    expect(toolsOf(model)).toEqual(['two', 'three', 'one']);
  });

  it('are those of the model unless the client or the prompt names others', async () => {
    const { chat, model } = clientOf({}, { temperature: 0, tools: [three] });
    await chat.prompt('Hi').call().content();
    expect([toolsOf(model), asked(model).options]).toEqual([['three'], { temperature: 0 }]);
    await chat.prompt('Hi').addTools(one).call().content();
    expect(toolsOf(model)).toEqual(['three', 'one']);
  });

  it('may come from a provider, which is called once a turn and not before', async () => {
    let asks = 0;
    class Changing extends ToolCallbackProvider {
      toolCallbacks() {
        asks++;
        return [tool(`tool${asks}`)];
      }
    }
    const model = new ScriptedChatModel([callsTools(toolCall('tool1')), 'Done', 'Done']);
    const prompt = ChatClient.create(model).prompt('Hi').tools([new Changing()]);
    const call = prompt.call();
    expect(asks).toBe(0);
    await call.content();
    expect(asks).toBe(1);
    expect(model.prompts.map(({ tools }) => tools![0]!.name)).toEqual(['tool1', 'tool1']);
    await readAll(prompt.stream());
    expect(toolsOf(model)).toEqual(['tool2']);
  });

  it('must have different names', async () => {
    const { chat, model } = clientOf({ tools: [one] });
    await expect(chat.prompt('Hi').addTools(tool('one')).call().content()).rejects.toThrow('are named "one"');
    await chat.prompt('Hi').addTools(one).call().content();
    expect(toolsOf(model)).toEqual(['one']);
  });

  it('may be instances with decorated methods', async () => {
    class Orders {
      @Tool({ description: 'Look an order up' })
      findOrder(number: string) {
        return number;
      }
    }
    const { chat, model } = clientOf();
    await chat.prompt('Hi').tools(new Orders()).call().content();
    expect(toolsOf(model)).toEqual(['findOrder']);
  });
});

describe('the tool context of a prompt', () => {
  const seenBy = async (defaults: ChatClientDefaults, record: ChatClientRecord) => {
    const seen: unknown[] = [];
    const look = tool('look', (_, { data, transient, conversation }) => {
      seen.push(data, transient, conversation);
      return Object.isFrozen(data) && Object.values(data).every(Object.isFrozen);
    });
    const model = new ScriptedChatModel([callsTools(toolCall('look')), 'Done']);
    const prompt = ChatClient.create(model, defaults).prompt({ user: 'Hi', tools: [look], ...record });
    const { message } = await prompt.call().chatResponse();
    return { seen, message, model };
  };

  it('is merged over the defaults by key, and is frozen at every depth', async () => {
    const given: JsonObject = { locale: { language: 'en' }, deep: { list: [1] } };
    const { seen, model } = await seenBy(
      { toolContext: { tenant: 'acme', locale: { language: 'de', region: 'CH' } }, conversation: 'c1' },
      { toolContext: given, transient: { token: 't' } },
    );
    expect(seen).toEqual([{ tenant: 'acme', ...given }, { token: 't' }, 'c1']);
    expect(() => ((seen[0] as { deep: { list: number[] } }).deep.list[0] = 2)).toThrow(TypeError);
    expect(Object.isFrozen(given['deep'])).toBe(false);
    expect(model.prompts[1]!.messages.at(-1)).toMatchObject({ content: [{ output: { value: true } }] });
    expect(JSON.stringify(model.prompts)).not.toContain('acme');
  });

  it('may be part of the options of client and prompt, and toolContext overrides them', async () => {
    const { seen } = await seenBy(
      { options: { toolContext: { a: 1, b: 1, c: 1, d: 1 } }, toolContext: { b: 2, c: 2, d: 2 } },
      { options: { toolContext: { c: 3, d: 3 } }, toolContext: { d: 4 } },
    );
    expect(seen[0]).toEqual({ a: 1, b: 2, c: 3, d: 4 });
  });

  it('keeps the value of an earlier step, or of the defaults, if a later value is undefined', async () => {
    const seen: unknown[] = [];
    const look = tool('look', (_, { data }) => seen.push(data));
    const model = new ScriptedChatModel([callsTools(toolCall('look')), 'Done']);
    const chat = ChatClient.create(model, { tools: [look], toolContext: { tenant: 'acme', locale: 'de' } });
    const prompt = chat.prompt('Hi').toolContext({ tenant: undefined, locale: 'en' });
    await prompt.toolContext({ locale: undefined, page: undefined }).call().content();
    expect(seen).toEqual([{ tenant: 'acme', locale: 'en' }]);
  });

  it('is refused if JSON cannot represent it, and the error names the alternative', async () => {
    const { chat } = clientOf();
    const prompt = chat.prompt('Hi').toolContext({ user: { open: (() => {}) as never } });
    const message =
      'toolContext() takes plain JSON: JSON cannot carry a function in "user.open". Convert such values, or pass them with transient().';
    await expect(prompt.call().content()).rejects.toThrow(message);
    await expect(prompt.stream().outcome()).rejects.toThrow(message);
  });
});

describe('the options of a prompt', () => {
  it('are merged over those of the client and the model; headers and provider options merge by name', async () => {
    const { chat, model } = clientOf(
      { options: { temperature: 0.5, topP: 1, headers: { b: 'client' }, providerOptions: { acme: { y: 1 } } } },
      {
        temperature: 1,
        seed: 7,
        headers: { a: 'model', b: 'model' },
        providerOptions: { acme: { x: 1 }, other: { z: 1 } },
      },
    );
    await chat
      .prompt('Hi')
      .options({ topP: 0.1, headers: { c: 'prompt' } })
      .options({ topP: undefined, providerOptions: { acme: { y: 2 } } })
      .call()
      .content();
    expect(asked(model).options).toEqual({
      temperature: 0.5,
      topP: 0.1,
      seed: 7,
      headers: { a: 'model', b: 'client', c: 'prompt' },
      providerOptions: { acme: { x: 1, y: 2 }, other: { z: 1 } },
    });
  });
});

describe('a request to the model', () => {
  it('is plain JSON, without the data of the application', async () => {
    const raw: unknown[] = [];
    const model = new ScriptedChatModel([
      (prompt) => {
        raw.push(prompt);
        return callsTools(toolCall('look'));
      },
      'Done',
    ]);
    const chat = ChatClient.create(model, { tools: [tool('look')], toolContext: { tenant: 'acme' } });
    const options = { tools: [tool('look')], toolContext: { secret: 'hidden' }, temperature: 0 };
    await chat.prompt('Hi').options(options).transient({ token: 'hidden' }).conversation('c1').call().content();
    expect(JSON.parse(JSON.stringify(raw))).toEqual(raw);
    expect(Object.keys(raw[0] as object).sort()).toEqual(['messages', 'options', 'tools']);
    expect((raw[0] as { options: object }).options).toEqual({ temperature: 0 });
    for (const word of ['acme', 'hidden', 'c1', 'toolContext']) expect(JSON.stringify(raw)).not.toContain(word);
  });
});

describe('a step that receives nothing', () => {
  const { chat } = clientOf();
  const nothing = null as never;

  it.each<[string, (prompt: ReturnType<ChatClient['prompt']>) => unknown]>([
    ['system() received null', (prompt) => prompt.system(nothing)],
    ['system() received an empty string', (prompt) => prompt.system(' ')],
    ['user() received undefined', (prompt) => prompt.user(undefined as never)],
    ['user() received an empty string', (prompt) => prompt.user('')],
    ['user() received an empty list', (prompt) => prompt.user([])],
    ['messages()[1] received null', (prompt) => prompt.messages([userMessage('Hi'), nothing])],
    ['messages()[0] received a string', (prompt) => prompt.messages('Hi' as never)],
    ['messages()[0] has the role "human"', (prompt) => prompt.messages([{ role: 'human', content: [] } as never])],
    ['tools()[1] received null', (prompt) => prompt.tools(tool('one'), nothing)],
    ['tools()[0][0][0] received undefined', (prompt) => prompt.tools([[undefined as never]])],
    ['addTools()[0] received null', (prompt) => prompt.addTools(nothing)],
    ['toolContext() received null', (prompt) => prompt.toolContext(nothing)],
    ['transient() received null', (prompt) => prompt.transient(nothing)],
    ['options() received null', (prompt) => prompt.options(nothing)],
    ['advisors()[0] received null', (prompt) => prompt.advisors(nothing)],
    ['user().params received null', (prompt) => prompt.user({ text: 'Hi', params: nothing })],
    ['user().files[0] received null', (prompt) => prompt.user({ text: 'Hi', files: [nothing] })],
    ['user()[0] received null', (prompt) => prompt.user([nothing])],
    ['user()[0] has the type "tool-call"', (prompt) => prompt.user([{ type: 'tool-call' } as never])],
    ['conversation() received an empty string', (prompt) => prompt.conversation('')],
    ['conversation() received a list', (prompt) => prompt.conversation(['ann'] as never)],
    ['conversation() received an object', (prompt) => prompt.conversation({ $ne: 'ann' } as never)],
    ['conversation() received the number 5', (prompt) => prompt.conversation(5 as never)],
    ['signal() received null', (prompt) => prompt.signal(nothing)],
    ['prompt() received null', () => chat.prompt(nothing)],
    ['prompt() received an empty string', () => chat.prompt('  ')],
    ['ChatClient.create() needs a chat model', () => ChatClient.create(nothing)],
  ])('is refused at once: %s', (message, step) => {
    expect(() => step(chat.prompt())).toThrow(ChatClientException);
    expect(() => step(chat.prompt())).toThrow(message);
  });

  it('is refused if advisors() receives anything but an advisor', () => {
    class Unrelated {
      advise() {}
    }
    const message = 'Pass an instance of a class that extends Advisor.';
    expect(() => chat.prompt().advisors(new Unrelated() as never)).toThrow(message);
    expect(() => chat.prompt().advisors(Unrelated as never)).toThrow(message);
    expect(() => chat.prompt().advisors([[]] as never)).toThrow(message);
    const remedy = 'received the class SafeGuardAdvisor. Pass an instance: new SafeGuardAdvisor(…).';
    expect(() => chat.prompt().advisors(SafeGuardAdvisor as never)).toThrow(remedy);
    expect(() => chat.prompt({ user: 'Hi', advisors: [SafeGuardAdvisor as never] })).toThrow(remedy);
  });

  it('may receive an empty value if that has a meaning', async () => {
    const quiet = chat.prompt('Hi').messages([]).tools().advisors({}).toolContext({}).options({});
    expect(await quiet.call().content()).toBe('Hi');
  });
});

describe('an unknown name in a record', () => {
  const { chat } = clientOf();
  const INSTRUCTION = 'Use one of: system, user, tools, ';

  it.each<[string, () => unknown]>([
    ['prompt() does not accept "message"', () => chat.prompt({ message: 'Hi' } as never)],
    ['prompt() does not accept "role"', () => chat.prompt(userMessage('Hi') as never)],
    ['prompt() does not accept "toString"', () => chat.prompt({ user: 'Hi', toString: 'x' } as never)],
    ['ChatClient.create() does not accept "systm"', () => clientOf({ systm: 'Be brief.' } as never)],
    ['ChatClient.create() does not accept "gat"', () => clientOf({ system: 'Be brief.', gat: undefined } as never)],
    ['The chat client "default" does not accept "messages"', () => chat.mutate({ messages: [] } as never)],
  ])('is refused with the list of valid names: %s', (message, use) => {
    expect(use).toThrow(ChatClientException);
    expect(use).toThrow(`${message}. ${INSTRUCTION}`);
  });

  it('stops start-up if the factory of a client returns it', async () => {
    const useFactory = () => ({ modle: 1 }) as never;
    const imports = [ToolgateModule.forFeature([{ name: 'sales', inject: [], useFactory }])];
    await expect(boot({ imports })).rejects.toThrow('The chat client "sales" does not accept "modle"');
  });

  it('is not reported for any valid name, set or undefined', async () => {
    const all: Required<Omit<ChatClientRecord, 'continueFrom' | 'regenerate'>> = {
      system: 'Be brief.',
      user: 'Hi',
      text: 'Hi',
      messages: [],
      tools: [],
      addedTools: [],
      toolContext: {},
      transient: {},
      options: {},
      advisors: [],
      advisorParams: {},
      conversation: 'c',
      timeoutMs: 1000,
      limits: { totalCalls: 3 },
      signal: new AbortController().signal,
    };
    expect(await chat.prompt(all).call().content()).toBe('Hi');
    const open = Object.fromEntries(Object.keys(all).map((name) => [name, undefined]));
    expect(
      await chat
        .prompt({ ...open, user: 'Hi' })
        .call()
        .content(),
    ).toBe('Hi');
  });
});

describe('the model of an application', () => {
  it('is required at the first use, and its absence is logged once at start-up', async () => {
    const { chat, logs } = await boot({ options: { model: undefined } });
    expect(logs).toEqual([
      'warn: No chat model is configured, so each prompt of the chat client "default" fails. Pass one to ToolgateModule.forRoot({ model }) or createToolgate({ model }), or provide ChatModel in a module. Toolgate',
    ]);
    const message = 'No chat model is configured. Pass one to ToolgateModule.forRoot({ model })';
    await expect(chat.prompt('Hi').call().content()).rejects.toThrow(message);
    await expect(chat.prompt('Hi').stream().outcome()).rejects.toThrow(message);
  });

  it('is not missed if each named client of the application has its own', async () => {
    const model = new ScriptedChatModel(['Hi.']);
    const options = { model: undefined };
    const named = await boot({ options, imports: [ToolgateModule.forFeature([{ name: 'support', model }])] });
    expect(named.logs).toEqual([]);
    const features = [{ name: 'support', model }, { name: 'sales' }, { name: 'returns' }];
    const mixed = await boot({ options, imports: [ToolgateModule.forFeature(features)] });
    expect(mixed.logs).toEqual([
      expect.stringContaining('so each prompt of the chat clients "default", "sales", "returns" fails.'),
    ]);
  });

  it('may be a provider in any module, with its default options', async () => {
    @Injectable()
    class OwnModel extends ScriptedChatModel {
      constructor() {
        super(['Mine.', 'Mine.'], { defaultOptions: { seed: 3 } });
      }
    }
    @Module({ providers: [{ provide: ChatModel, useClass: OwnModel }] })
    class ModelModule {}
    const { chat, app } = await boot({ imports: [ModelModule], options: { model: undefined } });
    expect(await chat.prompt('Hi').call().content()).toBe('Mine.');
    expect(await chat.prompt('Hi').stream().outcome()).toMatchObject({ content: 'Mine.' });
    const { prompts } = app.select(ModelModule).get<ScriptedChatModel>(ChatModel, { strict: true });
    expect(prompts.map(({ options }) => options)).toEqual([{ seed: 3 }, { seed: 3 }]);
  });

  it('receives the request that an advisor changed', async () => {
    const { chat, model } = clientOf();
    const shout = advisor((request, chain) =>
      chain.next({ ...request, messages: [userMessage('HI')], options: { ...request.options, temperature: 2 } }),
    );
    await chat.prompt('Hi').advisors(shout).call().content();
    expect(asked(model)).toEqual({ messages: [userMessage('HI')], options: { temperature: 2 } });
  });
});
