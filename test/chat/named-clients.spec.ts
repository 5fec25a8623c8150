import { describe, expect, it } from 'vitest';
import { Injectable, Module } from '@nestjs/common';
import {
  Advise,
  Advisor,
  type AdvisorChain,
  ChatClient,
  type ChatClientRequest,
  InjectChatClient,
  Tool,
  ToolgateModule,
} from 'toolgate';
import { HIGHEST_PRECEDENCE } from 'toolgate/chat';
import { textOf } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import type { ToolGate } from 'toolgate/tool';
import { boot, compile } from '../story.fixture.js';
import { advisor } from './chat.fixture.js';

@Injectable()
class Orders {
  @Tool({ description: 'Finds an order' })
  find() {
    return 'found';
  }
}

@Injectable()
class Desk {
  constructor(
    readonly chat: ChatClient,
    @InjectChatClient('support') readonly support: ChatClient,
    @InjectChatClient('sales') readonly sales: ChatClient,
  ) {}
}

@Injectable()
class Words {
  readonly greeting = 'You sell.';
}

@Module({ providers: [Words], exports: [Words] })
class WordsModule {}

const start = async () => {
  const own = new ScriptedChatModel(['From support.', 'From support.']);
  const story = await boot({
    script: ['From the default.', callsTools(toolCall('find', {})), 'From sales.'],
    options: { client: { system: 'You help.' } },
    imports: [
      ToolgateModule.forFeature([
        { name: 'support', model: own, system: 'You support.', toolContext: { desk: 'support' } },
        {
          name: 'sales',
          imports: [WordsModule],
          inject: [Words],
          useFactory: async (words: Words) => ({ system: words.greeting, tools: [Orders] }),
        },
      ]),
    ],
    providers: [Desk, Orders],
  });
  return { ...story, own, desk: story.app.get(Desk) };
};

describe('named clients', () => {
  it('have their own models and defaults, besides those of the application', async () => {
    const { desk, own, model } = await start();
    expect(await desk.chat.prompt('Hi').call().content()).toBe('From the default.');
    expect(await desk.support.prompt('Hi').call().content()).toBe('From support.');
    expect(await desk.sales.prompt('Hi').call().content()).toBe('From sales.');
    expect(textOf(own.prompts[0]!.messages[0]!)).toBe('You support.');
    expect(model.prompts.map(({ messages }) => textOf(messages[0]!))).toEqual(['You help.', 'You sell.', 'You sell.']);
    expect(model.prompts.map(({ tools = [] }) => tools.length)).toEqual([0, 1, 1]);
  });

  it('have the advisors that name them', async () => {
    const met: string[] = [];

    @Injectable()
    @Advise({ clients: ['support'] })
    class OnlySupport extends Advisor {
      async *advise(request: ChatClientRequest, chain: AdvisorChain) {
        met.push(request.turn.client);
        return yield* chain.next(request);
      }
    }
    const { app } = await boot({
      script: ['1', '2'],
      imports: [ToolgateModule.forFeature([{ name: 'support' }, { name: 'sales' }])],
      providers: [Desk, Orders, OnlySupport],
    });
    const desk = app.get(Desk);
    await desk.sales.prompt('Hi').call().content();
    await desk.support.prompt('Hi').call().content();
    expect(met).toEqual(['support']);
  });

  it('may each enable or disable the tool loop', async () => {
    const script = [callsTools(toolCall('find', {})), 'End.'];
    const { app } = await boot({
      script,
      imports: [ToolgateModule.forFeature([{ name: 'support', toolCalling: { enabled: false } }, { name: 'sales' }])],
      providers: [Desk, Orders],
    });
    const response = await app.get(Desk).support.prompt('Hi').tools(Orders).call().chatResponse();
    expect(response.finishReason.unified).toBe('tool-calls');
  });

  it('have the tool loop of the application if their own options are undefined', async () => {
    const support = { name: 'support', toolCalling: { enabled: undefined } };
    const { app } = await boot({
      script: [callsTools(toolCall('find', {})), 'End.'],
      options: { toolCalling: { enabled: false } },
      imports: [ToolgateModule.forFeature([support, { name: 'sales' }])],
      providers: [Desk, Orders],
    });
    const response = await app.get(Desk).support.prompt('Hi').tools(Orders).call().chatResponse();
    expect(response.finishReason.unified).toBe('tool-calls');
  });

  it('stop start-up if two have the same name', async () => {
    @Module({ imports: [ToolgateModule.forFeature([{ name: 'support' }])] })
    class A {}
    @Module({ imports: [ToolgateModule.forFeature([{ name: 'support', system: 'Other.' }])] })
    class B {}
    await expect(compile({ imports: [A, B] })).rejects.toThrow('Two chat clients are named "support". Rename one.');
    await expect(compile({ imports: [ToolgateModule.forFeature([{ name: 'default' }])] })).rejects.toThrow(
      'Two chat clients are named "default".',
    );
  });

  it('are refused without a name, with an unknown option, or without a valid model', async () => {
    expect(() => ToolgateModule.forFeature([{ name: ' ' }])).toThrow('needs a name for each client');
    expect(() => ToolgateModule.forFeature([{ name: 'support', sytem: 'x' } as never])).toThrow(
      'Unknown option sytem of ToolgateModule.forFeature(). Use one of: name, model, system',
    );
    const wrong = compile({ imports: [ToolgateModule.forFeature([{ name: 'support', model: {} as never }])] });
    await expect(wrong).rejects.toThrow('the client "support" received no chat model.');
    const bare = compile({
      imports: [ToolgateModule.forFeature([{ name: 'support', model: ScriptedChatModel as never }])],
    });
    await expect(bare).rejects.toThrow(
      'the client "support" received the class ScriptedChatModel. Pass an instance: new ScriptedChatModel(…).',
    );
  });
});

describe('a client that mutate() creates', () => {
  it('has the defaults that it does not override, and leaves the original unchanged', async () => {
    const { chat, model } = await boot({
      script: ['1', '2'],
      options: {
        client: { system: 'You help.', tools: [Orders], toolContext: { desk: 'one' }, limits: { rounds: 3 } },
      },
      providers: [Orders],
    });
    const other = chat.mutate({ system: 'You sell.', tools: undefined, limits: undefined });
    await other.prompt('Hi').call().content();
    await chat.prompt('Hi').call().content();
    expect(model.prompts.map(({ messages, tools = [] }) => [textOf(messages[0]!), tools.length])).toEqual([
      ['You sell.', 1],
      ['You help.', 1],
    ]);
    expect(other.runtime.defaults.limits).toEqual({ rounds: 3 });
  });

  it('keeps the texts of the original if it changes only their parameters', async () => {
    const model = new ScriptedChatModel(['1', '2', '3']);
    const chat = ChatClient.create(model, {
      system: { text: 'You work for {company} in {city}.', params: { company: 'Acme', city: 'Bonn' } },
      user: { text: 'Greet {name}.', params: { name: 'Ann' } },
    });
    const other = chat.mutate({ system: { params: { city: 'Rome' } }, user: { params: { name: 'Ben' } } });
    await other.prompt().call().content();
    await other
      .mutate({ system: { text: 'Serve {company}.' } })
      .prompt()
      .call()
      .content();
    await chat.prompt().call().content();
    expect(model.prompts.map(({ messages }) => messages.map(textOf))).toEqual([
      ['You work for Acme in Rome.', 'Greet Ben.'],
      ['Serve Acme.', 'Greet Ben.'],
      ['You work for Acme in Bonn.', 'Greet Ann.'],
    ]);
  });

  it('has all defaults: texts, parameters, options, tools, context, advisors, conversation and gate', async () => {
    const model = new ScriptedChatModel([callsTools(toolCall('find')), 'Found.']);
    const denied: string[] = [];
    const gate: ToolGate = {
      decide: (calls) => calls.map(({ call }) => (denied.push(call.toolName), { type: 'reject', reason: 'closed' })),
    };
    const seen: unknown[] = [];
    const watch = advisor((request, chain) => {
      seen.push(request.context, request.turn.context.data, request.turn.context.conversation);
      return chain.next(request);
    }, HIGHEST_PRECEDENCE);
    const chat = ChatClient.create(model, {
      system: { text: 'You work for {company}.', params: { company: 'Acme' } },
      user: { params: { name: 'Ann' } },
      options: { temperature: 0 },
      tools: [new Orders()],
      toolContext: { desk: 'one' },
      advisors: [watch],
      advisorParams: { tenant: 'acme' },
      conversation: 'lobby',
      gate,
    });
    const other = chat.mutate({ options: { temperature: 1 } });
    await other.prompt().user({ text: 'Greet {name}.' }).call().content();
    const [first] = model.prompts;
    expect(first!.messages.map(textOf)).toEqual(['You work for Acme.', 'Greet Ann.']);
    expect(first!.options).toEqual({ temperature: 1 });
    expect(seen).toEqual([{ tenant: 'acme' }, { desk: 'one' }, 'lobby']);
    expect(denied).toEqual(['find']);
  });
});

describe('a client', () => {
  it('ignores later changes of the objects that created it', async () => {
    const model = new ScriptedChatModel(['1', '2']);
    const settings = { system: 'Be brief.', options: { temperature: 0 }, tools: [new Orders()], toolContext: { a: 1 } };
    const chat = ChatClient.create(model, settings);
    await chat.prompt('Hi').call().content();
    settings.system = 'Be long.';
    settings.options.temperature = 1;
    settings.tools.pop();
    await chat.prompt('Hi').call().content();
    expect(model.prompts[1]).toEqual(model.prompts[0]);
  });

  it('may continue the prompt of another client', async () => {
    const model = new ScriptedChatModel(['1', '2']);
    const first = ChatClient.create(model, { system: 'One.' }).prompt('Hi').options({ seed: 1 }).tools(new Orders());
    await ChatClient.create(model, { system: 'Two.' }).prompt(first.record).user('And now?').call().content();
    await first.call().content();
    const texts = model.prompts.map(({ messages }) => messages.map(textOf));
    expect(texts).toEqual([
      ['Two.', 'Hi', 'And now?'],
      ['One.', 'Hi'],
    ]);
    expect(model.prompts[0]).toMatchObject({ options: { seed: 1 }, tools: [{ name: 'find' }] });
  });

  it('may continue the prompt of another client that requests an entity', async () => {
    const model = new ScriptedChatModel(['{"value":2}']);
    const chat = ChatClient.create(model);
    const { record } = chat.prompt('1 + 1').entity(Number);
    const { message } = await ChatClient.create(model).prompt(record).call().chatResponse();
    expect(message.content.at(-1)).toMatchObject({ type: 'custom', kind: 'toolgate.entity', data: 2 });
    expect(() => chat.prompt({ user: '1 + 1', entity: Number } as never)).toThrow(
      'prompt(): "entity" received a function. Call entity(source) of the prompt.',
    );
  });
});
