import { afterEach, describe, expect, it } from 'vitest';
import { Injectable, Module, type Provider } from '@nestjs/common';
import {
  Advise,
  type AdvisedStream,
  type AdvisorChain,
  ChatClient,
  type ChatClientRequest,
  type Message,
  ToolCallingAdvisor,
  ToolgateModule,
  type ToolgateModuleOptions,
} from 'toolgate';
import {
  ChatClientRegistry,
  HIGHEST_PRECEDENCE,
  MemoryAdvisor,
  ToolAdvisor,
  ToolAdvisorFactory,
  type ToolCallingAdvisorOptions,
  ToolExecutionEligibilityChecker,
} from 'toolgate/chat';
import { ChatMemory, MessageChatMemoryAdvisor } from 'toolgate/memory';
import { userMessage } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { ToolCallingManager } from 'toolgate/tool';
import { boot } from '../story.fixture.js';
import { advisor, rejectionOf, tool } from './chat.fixture.js';

/** A tool advisor that leaves the tool calls to the caller. */
class Passing extends ToolAdvisor {
  async *advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    return { ...(yield* chain.next(request)), context: { passed: true } };
  }
}

@Injectable()
class Injected extends Passing {}

@Injectable()
class Second extends Passing {}

const look = callsTools(toolCall('look'));
const story = (providers: readonly Provider[] = [], options: ToolgateModuleOptions = {}) =>
  boot({ script: [look, 'Done'], providers: [...providers], options });

describe('the tool calls of an answer', () => {
  it('run by default', async () => {
    const { chat } = await story();
    expect(await chat.prompt('Hi').tools(tool('look')).call().content()).toBe('Done');
    expect(await (await story()).chat.prompt('Hi').tools(tool('look')).stream().outcome()).toMatchObject({
      content: 'Done',
    });
  });

  it('run if only an advisor or the options add tools', async () => {
    const bringing = advisor((request, chain) => {
      return chain.next({ ...request, options: { ...request.options, tools: [tool('look')] } });
    });
    expect(await (await story()).chat.prompt('Hi').advisors(bringing).call().content()).toBe('Done');
    expect(
      await (
        await story()
      ).chat
        .prompt('Hi')
        .options({ tools: [tool('look')] })
        .call()
        .content(),
    ).toBe('Done');
  });

  it('run only in the round in which an advisor added the tool', async () => {
    const ran: number[] = [];
    const bringing = advisor((request, chain) => {
      const tools = request.round === 0 ? [tool('look', () => ran.push(request.round))] : [];
      return chain.next({ ...request, options: { ...request.options, tools } });
    });
    const { chat, model } = await boot({ script: [look, look, 'Done'] });
    await chat.prompt('Hi').advisors(bringing).call().content();
    expect(ran).toEqual([0]);
    expect(model.prompts.map(({ tools }) => tools?.length ?? 0)).toEqual([1, 0, 0]);
    expect(model.prompts[2]!.messages.at(-1)).toMatchObject({
      content: [{ outcome: { type: 'error', kind: 'unknown-tool' } }],
    });
  });
});

describe('a custom tool advisor replaces the automatic one', () => {
  it.each<[string, readonly Provider[], ToolgateModuleOptions, readonly Passing[]]>([
    ['if it is injected', [Injected], {}, []],
    ['if it is a default', [], { client: { advisors: [new Passing()] } }, []],
    ['if it is set for one call', [], {}, [new Passing()]],
  ])('%s', async (_, providers, options, perCall) => {
    const { chat } = await story(providers, options);
    const response = await chat
      .prompt('Hi')
      .tools(tool('look'))
      .advisors(...perCall)
      .call()
      .chatClientResponse();
    expect(response).toMatchObject({ chatResponse: { message: look }, context: { passed: true } });
  });

  it('as a subclass of ToolCallingAdvisor, with its injected dependencies', async () => {
    @Injectable()
    class Polite extends ToolCallingAdvisor {
      override afterCall(response: Parameters<ToolCallingAdvisor['afterCall']>[0]) {
        return { ...response, context: { polite: true } };
      }
    }
    const { chat } = await story([Polite]);
    const { content, context } = await chat.prompt('Hi').tools(tool('look')).call().outcome();
    expect([content, context]).toEqual(['Done', { polite: true }]);
  });

  it('at the order that @Advise sets', async () => {
    @Injectable()
    @Advise({ order: 5 })
    class Placed extends ToolCallingAdvisor {}
    const orders: unknown[] = [];
    const watch = advisor((request, chain) => {
      orders.push(...chain.advisors.map(({ order }) => order));
      return chain.next(request);
    }, 4);
    const { chat } = await story([Placed]);
    expect(await chat.prompt('Hi').tools(tool('look')).advisors(watch).call().content()).toBe('Done');
    expect(orders).toEqual([4, 5]);
  });

  it('if a factory creates it', async () => {
    const made = {
      provide: ToolCallingAdvisor,
      inject: [ToolCallingManager],
      useFactory: (manager: ToolCallingManager) => new ToolCallingAdvisor(manager, { order: 7 }),
    };
    const orders: unknown[] = [];
    const watch = advisor((request, chain) => {
      orders.push(...chain.advisors.map(({ order }) => order));
      return chain.next(request);
    }, 6);
    const { chat } = await story([made]);
    expect(await chat.prompt('Hi').tools(tool('look')).advisors(watch).call().content()).toBe('Done');
    expect(orders).toEqual([6, 7]);
  });
});

describe('a ToolAdvisorFactory of the application', () => {
  class Polite extends ToolCallingAdvisor {
    override afterCall(response: Parameters<ToolCallingAdvisor['afterCall']>[0]) {
      return { ...response, context: { polite: true } };
    }
  }

  it('creates the loop of each client that has none of its own, with the options of the client', async () => {
    const created: unknown[] = [];
    @Injectable()
    class Loops extends ToolAdvisorFactory {
      create(client: string, manager: ToolCallingManager, options: ToolCallingAdvisorOptions): ToolAdvisor {
        created.push([client, options.order, options.conversationHistoryEnabled]);
        return new Polite(manager, options);
      }
    }
    const advisors = [new Passing()];
    const { app, chat } = await boot({
      script: [look, 'Done', look, 'Done', look, look],
      options: { toolCalling: { order: 5 }, memory: true, client: { conversation: 'c' } },
      imports: [
        ToolgateModule.forFeature([
          { name: 'support', toolCalling: { order: 7 } },
          { name: 'own', advisors },
        ]),
      ],
      providers: [{ provide: ToolAdvisorFactory, useClass: Loops }],
    });
    const clients = app.get(ChatClientRegistry);
    const ask = (client: ChatClient, params = {}) =>
      client.prompt('Hi').tools(tool('look')).conversation('c').advisors(params).call().outcome();
    expect(await ask(chat)).toMatchObject({ content: 'Done', context: { polite: true } });
    expect(await ask(clients.get('support'))).toMatchObject({ content: 'Done', context: { polite: true } });
    expect(await ask(clients.get('own'))).toMatchObject({ chatResponse: { message: look }, context: { passed: true } });
    expect(await ask(chat, { toolCallingAdvisorAutoRegister: false })).toMatchObject({
      chatResponse: { message: look },
    });
    expect(created).toEqual([
      ['default', 5, true],
      ['support', 7, true],
    ]);
  });
});

describe('two advisors for tool calls', () => {
  it('stop start-up if both are injected, and the error names them', async () => {
    @Module({ providers: [Second] })
    class OtherModule {}
    await expect(boot({ imports: [OtherModule], providers: [Injected] })).rejects.toThrow(
      /Two advisors would answer the tool calls of "default": .*(Injected in .* and Second in OtherModule|Second in OtherModule and Injected in )/,
    );
  });

  it('stop start-up if one is injected and one is a default', async () => {
    const options = { client: { advisors: [new Passing()] } };
    await expect(boot({ providers: [Injected], options })).rejects.toThrow(
      /Injected in .* and Passing .* of the defaults/,
    );
  });

  it('fail the call that adds the second', async () => {
    const { chat, model } = await story([Injected]);
    const prompt = chat.prompt('Hi').advisors(new Second());
    const message = 'Two advisors would answer tool calls: Injected (order 0) and Second (order 0). Remove one.';
    await expect(prompt.call().content()).rejects.toThrow(message);
    await expect(prompt.stream().outcome()).rejects.toThrow(message);
    await expect(chat.prompt('Hi').advisors(new Second(), new Passing()).call().content()).rejects.toThrow('Passing');
    expect(model.prompts).toEqual([]);
  });
});

describe('disabling the tool loop', () => {
  const NAME = 'TOOLGATE_TOOL_CALLING_ENABLED';
  afterEach(() => void delete process.env[NAME]);

  const off = { toolCallingAdvisorAutoRegister: false };
  const answered = async ({ chat }: Awaited<ReturnType<typeof boot>>, params = {}) => {
    const prompt = chat.prompt('Hi').tools(tool('look')).advisors(params);
    const { message, finishReason } = await prompt.call().chatResponse();
    return finishReason.unified === 'tool-calls' ? message : 'answered';
  };

  it('works for one call, streamed or not', async () => {
    const { chat, model } = await story();
    expect(await chat.prompt('Hi').tools(tool('look')).advisors(off).stream().outcome()).toMatchObject({
      chatResponse: { message: look },
    });
    expect(model.prompts[0]!.tools).toHaveLength(1);
    expect(await answered(await story(), off)).toEqual(look);
    expect(await answered(await story())).toBe('answered');
  });

  it('works for a client', async () => {
    const options = { client: { advisorParams: off } };
    expect(await answered(await story([], options))).toEqual(look);
    expect(await answered(await story([], options), { toolCallingAdvisorAutoRegister: undefined })).toEqual(look);
    expect(await answered(await story([], options), { toolCallingAdvisorAutoRegister: true })).toBe('answered');
  });

  it('works for the application, by an option or by the environment', async () => {
    const options = { toolCalling: { enabled: false } };
    expect(await answered(await story([], options))).toEqual(look);
    expect(await answered(await story([], options), { toolCallingAdvisorAutoRegister: true })).toBe('answered');
    process.env[NAME] = 'false';
    expect(await answered(await story())).toEqual(look);
    expect(await answered(await story(), { toolCallingAdvisorAutoRegister: true })).toBe('answered');
    expect(await answered(await story([], { toolCalling: { enabled: true } }))).toBe('answered');
    process.env[NAME] = 'true';
    expect(await answered(await story())).toBe('answered');
  });

  it('works with a custom ToolExecutionEligibilityChecker', async () => {
    @Injectable()
    class Never extends ToolExecutionEligibilityChecker {
      isToolExecutionRequired() {
        return false;
      }
    }
    expect(await answered(await story([{ provide: ToolExecutionEligibilityChecker, useClass: Never }]))).toEqual(look);
  });

  it('does not disable an explicit tool advisor', async () => {
    const { chat } = await story([], { toolCalling: { enabled: false } });
    const own = { advisors: [new Passing()] };
    expect(
      await chat
        .prompt({ user: 'Hi', ...own })
        .call()
        .outcome(),
    ).toMatchObject({ context: { passed: true } });
  });

  it('leaves the loop to the application', async () => {
    const { chat, manager } = await story();
    let messages: readonly Message[] = [userMessage('Hi')];
    const tools = [tool('look')];
    for (let rounds = 0; rounds < 2; rounds++) {
      const response = await chat.prompt({ messages, tools }).advisors(off).call().chatResponse();
      if (response.finishReason.unified === 'stop') break;
      const result = await manager.executeToolCalls({ messages }, response, { tools });
      if (result.type === 'executed') messages = result.conversationHistory;
    }
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });
});

describe('a memory advisor', () => {
  const past = [userMessage('Earlier')];
  const sent = async (order: number, automatic?: number) => {
    class Remembering extends MemoryAdvisor {
      override readonly order = order;
      advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
        return chain.next({ ...request, messages: [...past, ...request.messages] });
      }
    }
    const model = new ScriptedChatModel([look, 'Done']);
    const options = { model, client: { advisors: [new Remembering()] }, toolCalling: { order: automatic } };
    const { app } = await boot({ options });
    await app.get(ChatClient).prompt('Hi').tools(tool('look')).call().content();
    return model.prompts.map(({ messages }) => messages.map(({ role }) => role));
  };

  it('of this package runs outside the loop', async () => {
    const { app } = await boot({});
    expect(new MessageChatMemoryAdvisor(app.get(ChatMemory)).order).toBe(HIGHEST_PRECEDENCE + 200);
  });

  it('outside the loop leaves the history of the turn to the loop', async () => {
    const whole = [
      ['user', 'user'],
      ['user', 'user', 'assistant', 'tool'],
    ];
    expect(await sent(HIGHEST_PRECEDENCE + 200)).toEqual(whole);
    expect(await sent(0, 1)).toEqual(whole);
  });

  it('inside the loop replaces the history of the loop', async () => {
    const last = [
      ['user', 'user'],
      ['user', 'tool'],
    ];
    expect(await sent(0)).toEqual(last);
    expect(await sent(HIGHEST_PRECEDENCE + 301)).toEqual(last);
  });
});

it('an advisor with @Advise({ order }) may be a tool advisor', async () => {
  @Advise({ order: 3 })
  class Placed extends Passing {}
  const { chat } = await story();
  expect(await rejectionOf(chat.prompt('Hi').advisors(new Placed(), new Passing()).call().content())).toMatchObject({
    message: expect.stringContaining('Placed (order 3) and Passing (order 0)'),
  });
});
