import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import {
  type AdvisorChain,
  ChatClient,
  type ChatClientRequest,
  MessageChatMemoryAdvisor,
  providerTool,
  Tool,
  ToolApprovalDecision,
  ToolApprovalStrategy,
  ToolParam,
} from 'toolgate';
import { AroundAdvisor, HIGHEST_PRECEDENCE, ToolCallingAdvisor } from 'toolgate/chat';
import { InMemoryChatMemoryRepository, MessageWindowChatMemory } from 'toolgate/memory';
import { systemTextOf, toolMessage, userMessage } from 'toolgate/model';
import { callsTools, toolCall } from 'toolgate/testing';
import { type ToolCallback, ToolCallingManager, ToolVisibility } from 'toolgate/tool';
import { type ToolReference, ToolSearchException } from 'toolgate/tool-search';
import { tool } from '../chat/chat.fixture.js';
import { failureOf } from '../story.fixture.js';
import { bootShop, searches, sentNames, Shop, toldTexts } from './searching.fixture.js';

const MODES = ['call', 'stream'] as const;
const ALL = 'toolSearchTool';
const refunds = callsTools(toolCall('refundOrder', { order: 'A-1' }));

const ask = (chat: ChatClient, mode: (typeof MODES)[number] = 'call', text = 'Refund A-1') => {
  const prompt = chat.prompt(text).conversation('42').tools(Shop);
  return mode === 'call'
    ? prompt.call().content()
    : prompt
        .stream()
        .outcome()
        .then((end) => end.status === 'completed' && end.content);
};

describe.each(MODES)('a model that searches its tools, by %s', (mode) => {
  it('receives the search tool first, and then the tools that it finds', async () => {
    const { chat, model, shop } = await bootShop({ script: [searches('refund'), refunds, 'Done.'] });
    await expect(ask(chat, mode)).resolves.toBe('Done.');
    expect(sentNames(model.prompts)).toEqual([[ALL], [ALL, 'refundOrder'], [ALL, 'refundOrder']]);
    expect(toldTexts(model.prompts.at(-1)!)).toEqual(['{"type":"json","value":["refundOrder"]}', 'A-1 is refunded']);
    expect(shop.ran).toEqual(['refund A-1']);
  });

  it('receives the tools of all its searches', async () => {
    const { chat, model } = await bootShop({ script: [searches('refund'), searches('mail'), 'Done.'] });
    await ask(chat, mode);
    expect(sentNames(model.prompts).at(-1)).toEqual([ALL, 'refundOrder', 'sendMail']);
  });

  it('receives only the tools that its last searches found if accumulation is off', async () => {
    const script = [
      searches('refund'),
      searches('mail', 'find'),
      callsTools(toolCall('sendMail', { to: 'Bob' })),
      'Done.',
    ];
    const { chat, model } = await bootShop({ script }, { referenceToolNameAccumulation: false });
    await ask(chat, mode);
    expect(sentNames(model.prompts)).toEqual([
      [ALL],
      [ALL, 'refundOrder'],
      [ALL, 'sendMail', 'findOrder'],
      [ALL, 'sendMail', 'findOrder'],
    ]);
  });

  it('receives a clear error for a tool that it has not found, and the turn continues', async () => {
    const { chat, model, shop } = await bootShop({ script: [refunds, 'I cannot.'] });
    await expect(ask(chat, mode)).resolves.toBe('I cannot.');
    expect(toldTexts(model.prompts[1]!)).toEqual([
      'There is no tool "refundOrder". The tools are: toolSearchTool. Find others with toolSearchTool.',
    ]);
    expect(shop.ran).toEqual([]);
  });

  it.each([
    ['without a match', 'xyzzy', 'No tool fits "xyzzy". Say in other words what it should do, or more generally.'],
    ['empty', '  ', 'The query is empty. Say in a few words what the tool should do.'],
    [
      'for an unknown category',
      { query: 'refund', category: 'hr' },
      'No tool has the category "hr". Use one of: money, orders. Or search without a category.',
    ],
  ])('receives an instruction if its query is %s', async (_, query, told) => {
    const { chat, model } = await bootShop({ script: [searches(query), 'Hm.'] });
    await expect(ask(chat, mode)).resolves.toBe('Hm.');
    expect(toldTexts(model.prompts[1]!)).toEqual([told]);
    expect(sentNames(model.prompts)[1]).toEqual([ALL]);
  });

  it('receives an error if the search is down, and may search again', async () => {
    const { chat, model, index, logs } = await bootShop({
      script: [searches('refund'), searches('refund'), refunds, 'Done.'],
    });
    index.failures = 1;
    index.search = async (request) => {
      if (index.asked.push(request) === 1) throw new Error('away');
      return { tools: [{ name: 'refundOrder', score: 1 }] };
    };
    await expect(ask(chat, mode)).resolves.toBe('Done.');
    expect(toldTexts(model.prompts[1]!)).toEqual([
      'The tools cannot be searched at the moment. Try once more later, or answer without them.',
    ]);
    expect(logs.filter((line) => line.includes('hunter2'))).toEqual([]);
    expect(logs.some((line) => line.startsWith('warn: Tools could not be searched'))).toBe(true);
  });
});

describe('a failed search', () => {
  it('leaves the last found tools available', async () => {
    const script = [searches('refund'), searches(' '), 'Done.'];
    const { chat, model } = await bootShop({ script }, { referenceToolNameAccumulation: false });
    await ask(chat);
    expect(sentNames(model.prompts).at(-1)).toEqual([ALL, 'refundOrder']);
  });

  it('is logged with the cause if an index returns an invalid response', async () => {
    const { chat, index, logs } = await bootShop({ script: [searches('refund'), 'Hm.'] });
    index.search = (async () => ['refundOrder']) as never;
    await expect(ask(chat)).resolves.toBe('Hm.');
    expect(logs.join()).toContain(
      'search() of the ToolIndex returned no list of tools. Return { tools: [{ name, score }] }.',
    );
  });

  it('is logged without secrets', async () => {
    const { chat, index, logs } = await bootShop({ script: [searches('refund'), 'Hm.'] });
    index.failures = 2;
    await ask(chat);
    expect(logs.filter((line) => line.includes('could not be searched'))).toEqual([
      expect.stringMatching(/^warn: Tools could not be searched \(words\): Error: The index is away: /),
    ]);
    expect(logs.join()).not.toMatch('hunter2');
  });
});

/** Runs the loop again with the first answer, and without tools if `withTools` is false. */
class Twice extends AroundAdvisor {
  constructor(private readonly withTools: boolean) {
    super();
  }

  override readonly order = HIGHEST_PRECEDENCE + 250;

  override async *advise(request: ChatClientRequest, chain: AdvisorChain) {
    yield* chain.next(request);
    const messages = request.turn.transcript ?? request.messages;
    const { tools, ...bare } = request.options;
    const options = this.withTools ? { ...bare, tools } : bare;
    return yield* chain.copy(this).next({ ...request, messages: [...messages, userMessage('Again')], options });
  }
}

describe('a loop that an advisor runs again', () => {
  const script = [searches('refund'), 'One.', 'Two.'];

  it('has the tools that were found before, and the search instruction once', async () => {
    const { chat, model } = await bootShop({ script });
    await chat.prompt('Hi').conversation('42').tools(Shop).advisors(new Twice(true)).call().content();
    expect(sentNames(model.prompts)).toEqual([[ALL], [ALL, 'refundOrder'], [ALL, 'refundOrder']]);
    const told = systemTextOf(model.prompts[2]!.messages)!;
    expect(told.split('You are not shown all of your tools.')).toHaveLength(2);
  });

  it('has no search if it has no tools', async () => {
    const { chat, model } = await bootShop({ script });
    await chat.prompt('Hi').conversation('42').tools(Shop).advisors(new Twice(false)).call().content();
    expect(model.prompts[2]!.tools).toBeUndefined();
  });
});

describe('the search instruction', () => {
  it('follows the system text of the prompt, once', async () => {
    const { chat, model } = await bootShop({ script: [searches('refund'), 'Done.'] });
    await chat.prompt('Hi').system('Be brief.').conversation('42').tools(Shop).call().content();
    const [first, second] = model.prompts.map(({ messages }) => systemTextOf(messages)!);
    expect(first).toMatch(/^Be brief\.\n\nYou are not shown all of your tools\. Call toolSearchTool /);
    expect(second).toBe(first);
  });

  it('is the system message if the prompt has none, and may be customized', async () => {
    const { chat, model } = await bootShop({ script: ['Done.'] }, { systemMessageSuffix: 'Search!' });
    await ask(chat);
    expect(systemTextOf(model.prompts[0]!.messages)).toBe('Search!');
  });

  it('is absent if the prompt has no tools, and no session is required', async () => {
    const { chat, model, index } = await bootShop({ script: ['Hello.'] });
    await expect(chat.prompt('Hi').call().content()).resolves.toBe('Hello.');
    expect(model.prompts[0]).toMatchObject({ messages: [{ role: 'user' }] });
    expect(model.prompts[0]!.tools).toBeUndefined();
    expect(index.indexed).toEqual([]);
  });
});

describe('a tool that toolChoice names', () => {
  const toolChoice = { type: 'tool', toolName: 'sendMail' } as const;

  it.each([true, false])('is sent in each round with the found tools (accumulation: %s)', async (keeps) => {
    const { chat, model } = await bootShop(
      { script: [searches('refund mail'), searches('find'), 'Done.'] },
      { referenceToolNameAccumulation: keeps },
    );
    await chat.prompt('Hi').conversation('42').tools(Shop).options({ toolChoice }).call().content();
    expect(sentNames(model.prompts)).toEqual([
      [ALL, 'sendMail'],
      [ALL, 'sendMail', 'refundOrder'],
      [ALL, 'sendMail', ...(keeps ? ['refundOrder'] : []), 'findOrder'],
    ]);
  });

  it('is refused before a request is sent if it is hidden', async () => {
    const { chat, model } = await bootShop({
      script: ['Done.'],
      providers: [{ provide: ToolVisibility, useClass: NoMail }],
    });
    const prompt = chat.prompt('Hi').conversation('42').tools(Shop).options({ toolChoice });
    await expect(prompt.call().content()).rejects.toThrow(
      `toolChoice names the tool "sendMail", which this turn does not have. The tools of the turn are: ${ALL}.`,
    );
    expect(model.prompts).toEqual([]);
  });
});

describe('the result of a search', () => {
  it.each(['', '  ', ' Money '])('ignores case and surrounding space of the category "%s"', async (category) => {
    const { chat, model } = await bootShop({ script: [searches({ query: 'refund', category }), 'Done.'] });
    await ask(chat);
    expect(sentNames(model.prompts)[1]).toEqual([ALL, 'refundOrder']);
  });

  it('is complete even if the results of tools are truncated', async () => {
    const { chat, model } = await bootShop({
      script: [searches('order'), 'Done.'],
      options: { toolCalling: { maxResultLength: 20 } },
    });
    await ask(chat);
    expect(sentNames(model.prompts)[1]).toEqual([ALL, 'refundOrder', 'findOrder']);
  });
});

describe('the maximum number of results', () => {
  it.each([
    ['the model', { query: 'order', maxResults: 1 }, 2, 1],
    ['the application if the model sets none', { query: 'order' }, 2, 2],
    ['the index if neither sets one', { query: 'order' }, undefined, undefined],
  ])('comes from %s', async (_, query, maxResults, expected) => {
    const { chat, index } = await bootShop({ script: [searches(query), 'Done.'] }, { maxResults });
    await ask(chat);
    expect(index.asked[0]!.maxResults).toBe(expected);
  });
});

describe('an earlier search result', () => {
  const found = (value: unknown, name = 'toolSearchTool') =>
    toolMessage([
      {
        type: 'tool-result',
        toolCallId: '1',
        toolName: name,
        output: { type: 'json', value: value as string[] },
        outcome: { type: 'success' },
      },
    ]);

  it('makes its tools available again if the prompt contains it; case and unknown names are ignored', async () => {
    const { chat, model } = await bootShop({ script: ['Done.'] });
    const messages = [found(['REFUNDORDER', 'nobody']), found({ not: 'a list' }), found(['sendMail'], 'otherTool')];
    await chat.prompt().messages(messages).user('Go on').conversation('42').tools(Shop).call().content();
    expect(sentNames(model.prompts)).toEqual([[ALL, 'refundOrder']]);
  });

  it('remains available with a memory inside the loop', async () => {
    const memory = new MessageWindowChatMemory(new InMemoryChatMemoryRepository());
    const inside = new MessageChatMemoryAdvisor(memory, { order: 0 });
    const { chat, model } = await bootShop({ script: [searches('refund'), searches('mail'), refunds, 'Done.'] });
    await chat.prompt('Hi').conversation('42').tools(Shop).advisors(inside).call().content();
    expect(sentNames(model.prompts)).toEqual([
      [ALL],
      [ALL, 'refundOrder'],
      [ALL, 'refundOrder', 'sendMail'],
      [ALL, 'refundOrder', 'sendMail'],
    ]);
  });
});

@Injectable()
class NoMail extends ToolVisibility {
  isVisible({ definition }: ToolCallback): boolean {
    return ['refundOrder', 'findOrder'].includes(definition.name);
  }
}

const NOTHING: ToolApprovalStrategy = ToolApprovalStrategy.of(() => ToolApprovalDecision.reject('not today'));

describe('a found tool', () => {
  it('passes the gate like any other tool, and the search tool does not', async () => {
    const { chat, model, shop } = await bootShop({
      script: [searches('refund'), refunds, 'Done.'],
      options: { approval: { strategy: NOTHING } },
    });
    await ask(chat);
    expect(toldTexts(model.prompts.at(-1)!)[1]).toBe('Tool execution was denied: not today');
    expect(shop.ran).toEqual([]);
  });

  it('is never a hidden one, and hiding tools does not hide the search', async () => {
    const { chat, model, index } = await bootShop({
      script: [searches('mail'), searches('refund'), 'Done.'],
      providers: [{ provide: ToolVisibility, useClass: NoMail }],
    });
    await ask(chat);
    expect(index.indexed).toEqual(['42: refundOrder,findOrder']);
    expect(toldTexts(model.prompts[1]!)[0]).toMatch('No tool fits');
    expect(sentNames(model.prompts).at(-1)).toEqual([ALL, 'refundOrder']);
  });

  it('is always one of the session, whatever the index returns', async () => {
    const { chat, model, index } = await bootShop({ script: [searches('x'), 'Done.'] });
    index.search = async () => ({
      tools: [
        { name: 'dropTables', score: 9 },
        { name: 'sendMail', score: 1 },
      ],
    });
    await ask(chat);
    expect(toldTexts(model.prompts[1]!)).toEqual(['{"type":"json","value":["sendMail"]}']);
  });

  it('counts toward the limits, and so does the search', async () => {
    const limits = { perTool: { refundOrder: 1, toolSearchTool: 2 }, onBreach: 'report' } as const;
    const { chat, model, shop } = await bootShop({
      script: [searches('refund', 'mail', 'find'), refunds, refunds, 'Done.'],
      options: { toolCalling: { limits } },
    });
    await expect(ask(chat)).resolves.toBe('Done.');
    expect(toldTexts(model.prompts[1]!)[2]).toMatch('toolSearchTool');
    expect(sentNames(model.prompts)[1]).toEqual([ALL, 'refundOrder', 'sendMail']);
    expect(shop.ran).toEqual(['refund A-1']);
  });

  it('may be one of the provider, which is found by its name', async () => {
    const { chat, model } = await bootShop({ script: [searches('search the web'), 'Done.'] }, { indexType: 'keyword' });
    const web = providerTool({ id: 'openai.web_search', name: 'web_search', args: {} });
    await chat.prompt('Search').conversation('42').tools(Shop, web).call().content();
    expect(sentNames(model.prompts)).toEqual([[ALL], [ALL, 'web_search']]);
  });

  it('may be named by the limits of the application and of a client if it is enabled', async () => {
    const limits = { perTool: { toolSearchTool: 2 } };
    const options = { toolCalling: { limits }, client: { limits }, approval: { requireCoverage: true } };
    const { app } = await bootShop({ script: [], options });
    await app.close();
    await expect(bootShop({ script: [], options }, { enabled: false })).rejects.toThrow(
      'names unknown tools: "toolSearchTool"',
    );
  });
});

@Injectable()
class Namesake {
  @Tool({ name: 'toolSearchTool', description: 'Mine' })
  search(@ToolParam() query: string): string {
    return query;
  }
}

describe('the name of the search tool', () => {
  it('is refused for a tool of the application', async () => {
    await expect(bootShop({ providers: [Namesake] })).rejects.toThrow(
      /Two tools are named "toolSearchTool": .*Namesake\.search.*ToolSearchToolProvider/,
    );
  });

  it('is refused for a tool of a prompt', async () => {
    const { chat } = await bootShop({});
    const prompt = chat.prompt('Hi').conversation('42').tools(Shop, tool('toolSearchTool'));
    await expect(failureOf(prompt.call().content())).rejects.toThrow(
      new ToolSearchException(
        'A tool of the prompt is named "toolSearchTool", which is the name of the tool search. Rename the tool.',
      ),
    );
  });

  it('is not indexed', async () => {
    const { chat, index } = await bootShop({ script: ['Done.'] });
    await chat.prompt('Hi').conversation('42').tools(Shop, ALL).call().content();
    expect(index.indexed).toEqual(['42: refundOrder,findOrder,sendMail']);
  });

  it('is not matched by a glob', async () => {
    const { chat, index } = await bootShop({ script: ['Done.'] });
    await chat.prompt('Hi').conversation('42').tools('*').call().content();
    expect(index.indexed).toEqual(['42: refundOrder,findOrder,sendMail']);
  });
});

describe('the search loop', () => {
  it('is replaced by a tool advisor of the prompt', async () => {
    const { app, chat, model } = await bootShop({ script: ['Done.'] });
    const own = new ToolCallingAdvisor(app.get(ToolCallingManager));
    await chat.prompt('Hi').tools(Shop).advisors(own).call().content();
    expect(sentNames(model.prompts)).toEqual([['refundOrder', 'findOrder', 'sendMail']]);
  });

  it('is disabled like the built-in loop', async () => {
    const { chat, model } = await bootShop({ script: ['Done.'] });
    await chat.prompt('Hi').tools(Shop).advisors({ toolCallingAdvisorAutoRegister: false }).call().content();
    expect(sentNames(model.prompts)).toEqual([['refundOrder', 'findOrder', 'sendMail']]);
  });

  it('passes whole tools to an index: descriptions, schemas and tags', async () => {
    const { chat, index } = await bootShop({ script: ['Done.'] });
    await ask(chat);
    const reference: ToolReference | undefined = index.kept.get('42')?.get('refundOrder');
    expect(reference).toMatchObject({ description: 'Refund an order', tags: ['money'] });
    expect(reference?.inputSchema).toMatchObject({ required: ['order'] });
  });
});
