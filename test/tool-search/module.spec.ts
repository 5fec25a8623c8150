import { describe, expect, it } from 'vitest';
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  Advisor,
  type AdvisorChain,
  ChatClient,
  type ChatClientRequest,
  ToolgateModule,
  type ToolgateModuleOptions,
} from 'toolgate';
import { chatClientToken, HIGHEST_PRECEDENCE } from 'toolgate/chat';
import { InMemoryVectorStore } from 'toolgate/memory';
import { EmbeddingModel, VectorStore } from 'toolgate/model';
import { HashEmbeddingModel, ScriptedChatModel } from 'toolgate/testing';
import {
  NeverEvictStrategy,
  ToolIndex,
  ToolIndexEvictionStrategy,
  ToolSearchException,
  ToolSearchModule,
  type ToolSearchModuleOptions,
  ToolSearchToolCallingAdvisor,
  LruEvictionStrategy,
  RegexToolIndex,
} from 'toolgate/tool-search';
import { ToolCallingManager } from 'toolgate/tool';
import { boot } from '../story.fixture.js';
import { bootShop, searches, sentNames, Shop, WordIndex } from './searching.fixture.js';

const ALL = 'toolSearchTool';
const PLAIN = ['refundOrder', 'findOrder', 'sendMail'];

/** The tools of the first prompt with an import of the module. */
const firstSent = async (imported: object, options: ToolgateModuleOptions = {}) => {
  const started = await boot({ script: ['Done.'], options, imports: [imported as never], providers: [Shop] });
  await started.chat.prompt('Hi').conversation('42').tools(Shop).call().content();
  await started.app.close();
  return sentNames(started.model.prompts)[0];
};

/** Runs a function with environment variables. */
const withEnvironment = async <T>(variables: Record<string, string>, run: () => Promise<T>): Promise<T> => {
  Object.assign(process.env, variables);
  try {
    return await run();
  } finally {
    for (const key of Object.keys(variables)) delete process.env[key];
  }
};

/** Records the search loop of its chain. */
class Looker extends Advisor {
  loop: ToolSearchToolCallingAdvisor | undefined;

  async *advise(request: ChatClientRequest, chain: AdvisorChain) {
    this.loop = chain.advisors.find((advisor) => advisor instanceof ToolSearchToolCallingAdvisor);
    return yield* chain.next(request);
  }
}

describe('ToolSearchModule', () => {
  it('is enabled by forRoot(), and disabled without options', async () => {
    await expect(firstSent(ToolSearchModule.forRoot())).resolves.toEqual([ALL]);
    await expect(firstSent(ToolSearchModule)).resolves.toEqual(PLAIN);
    await expect(firstSent(ToolSearchModule.forRoot({ enabled: false }))).resolves.toEqual(PLAIN);
    await expect(firstSent(ToolSearchModule.forRootAsync({ useFactory: () => ({}) }))).resolves.toEqual([ALL]);
  });

  it('is enabled by the options of ToolgateModule, and by the environment', async () => {
    await expect(firstSent(ToolSearchModule, { toolSearch: { enabled: true } })).resolves.toEqual([ALL]);
    const said = { TOOLGATE_TOOL_SEARCH_ENABLED: 'true' };
    await expect(withEnvironment(said, () => firstSent(ToolSearchModule))).resolves.toEqual([ALL]);
    const off = { TOOLGATE_TOOL_SEARCH_ENABLED: 'false' };
    await expect(withEnvironment(off, () => firstSent(ToolSearchModule.forRoot()))).resolves.toEqual(PLAIN);
    const on = ToolSearchModule.forRoot({ enabled: true });
    await expect(withEnvironment(off, () => firstSent(on))).resolves.toEqual([ALL]);
  });

  it('reads its options from the environment unless the code sets them', async () => {
    const said = {
      TOOLGATE_TOOL_SEARCH_INDEX_TYPE: 'keyword',
      TOOLGATE_TOOL_SEARCH_MAX_RESULTS: '3',
      TOOLGATE_TOOL_SEARCH_MIN_SCORE: '0.5',
      TOOLGATE_TOOL_SEARCH_SYSTEM_MESSAGE_SUFFIX: 'Search!',
      TOOLGATE_TOOL_SEARCH_TTL_MS: '1000',
    };
    await withEnvironment(said, async () => {
      const { app, chat, model } = await boot({
        script: ['Done.'],
        imports: [ToolSearchModule.forRoot()],
        providers: [Shop],
      });
      await chat.prompt('Hi').conversation('42').tools(Shop).call().content();
      expect(model.prompts[0]!.messages[0]).toMatchObject({ text: 'Search!' });
      expect(app.get(ToolIndex).searchType).toBe('keyword');
      await app.close();
    });
  });

  it('reads the limits, the session parameter and the order from the environment', async () => {
    const said = {
      TOOLGATE_TOOL_SEARCH_ENABLED: 'true',
      TOOLGATE_TOOL_SEARCH_MAX_RESULTS: '1',
      TOOLGATE_TOOL_SEARCH_REFERENCE_TOOL_NAME_ACCUMULATION: 'false',
      TOOLGATE_TOOL_SEARCH_SESSION_ID_KEY_NAME: 'tenant',
      TOOLGATE_TOOL_SEARCH_ORDER: '7',
      TOOLGATE_TOOL_SEARCH_LRU_MAX_SESSIONS: '1',
    };
    await withEnvironment(said, async () => {
      const { chat, model, app } = await boot({
        script: [searches('order'), searches('mail'), 'Done.'],
        imports: [ToolSearchModule],
        providers: [Shop],
      });
      const looker = new Looker();
      await chat.prompt('Hi').advisors({ tenant: 'acme' }, looker).tools(Shop).call().content();
      expect(sentNames(model.prompts).map(({ length }) => length)).toEqual([1, 2, 2]);
      expect(looker.loop?.order).toBe(7);
      expect(app.get(ToolIndexEvictionStrategy).onAccess('other')).toEqual(['acme']);
      await app.close();
    });
  });

  it('must be imported if options mention it', async () => {
    const started = boot({ options: { toolSearch: { enabled: true } } });
    await expect(started).rejects.toThrow(
      "The option toolSearch.enabled has no effect: ToolSearchModule is not imported. Import it from 'toolgate/tool-search' in addition to ToolgateModule.",
    );
  });

  it('can be imported only once', async () => {
    @Module({ imports: [ToolSearchModule.forRoot({ maxResults: 3 })] })
    class Other {}
    const started = boot({ imports: [ToolSearchModule.forRoot(), Other] });
    await expect(started).rejects.toThrow(/ToolSearchModule is imported 2 times/);
  });

  it.each([
    [{ maxResult: 3 }, /Unknown option maxResult of ToolSearchModule\. Use one of: enabled, clients, /],
    [{ eviction: { ttl: 3 } }, /Unknown option eviction\.ttl of ToolSearchModule\./],
    [
      { indexType: 'lucene' },
      /The option indexType of ToolSearchModule is 'lucene'\. Pass 'regex', 'keyword' or 'vector'\./,
    ],
    [{ maxResults: 0 }, /The option maxResults of ToolSearchModule is 0\. Pass a whole number above 0\./],
    [{ minScore: 0.5 }, /minScore of ToolSearchModule applies to the indexes 'keyword' and 'vector'/],
    [{ clients: 'default' }, /clients of ToolSearchModule is a string\. Pass a list/],
    [{ clients: ['nobody'] }, /The option clients of ToolSearchModule: No chat client is named "nobody"/],
    [{ order: 1.5 }, /The option order of ToolSearchModule is 1\.5\. Pass a whole number/],
    [
      { eviction: { lruMaxSessions: 0 } },
      /eviction\.lruMaxSessions of ToolSearchModule is 0\. Pass a whole number above 0/,
    ],
    [{ eviction: { ttlMs: '60000' } }, /eviction\.ttlMs of ToolSearchModule is '60000'\. Pass milliseconds above 0/],
    [{ eviction: 5 }, /The option eviction of ToolSearchModule is 5\. Pass an object/],
    [{ eviction: null }, /The option eviction of ToolSearchModule is null\. Pass an object/],
  ])('stops start-up for an invalid option: %o', async (options, message) => {
    const started = boot({ imports: [ToolSearchModule.forRoot(options as ToolSearchModuleOptions)] });
    await expect(started).rejects.toThrow(message as RegExp);
  });

  it.each([
    ['an index', WordIndex, 'ToolIndex'],
    ['an eviction strategy', NeverEvictStrategy, 'ToolIndexEvictionStrategy'],
  ])('stops start-up for %s that is not provided under its token', async (_, type, token) => {
    const started = boot({ imports: [ToolSearchModule.forRoot()], providers: [type] });
    await expect(started).rejects.toThrow(`Write { provide: ${token}, useClass: ${type.name} }.`);
  });

  it('logs options without an effect', async () => {
    const off = await boot({ imports: [ToolSearchModule], options: { toolSearch: { maxResults: 3 } } });
    expect(off.logs.join()).toMatch(
      /The option maxResults of the tool search has no effect: the search is not enabled/,
    );
    const own = { provide: ToolIndexEvictionStrategy, useClass: NeverEvictStrategy };
    const { logs } = await bootShop({ providers: [own] }, { indexType: 'keyword', eviction: { lruMaxSessions: 3 } });
    expect(logs.join()).toMatch(
      /The option indexType of ToolSearchModule has no effect: the application provides its own ToolIndex\./,
    );
    expect(logs.join()).toMatch(
      /The option eviction of ToolSearchModule has no effect: .* its own ToolIndexEvictionStrategy/,
    );
    expect((await boot({ imports: [ToolSearchModule] })).logs).toEqual([]);
  });

  it('removes its documents from a vector store when the application stops', async () => {
    const store = new InMemoryVectorStore(new HashEmbeddingModel());
    const { app, chat } = await boot({
      script: [searches('refund'), 'Done.'],
      imports: [ToolSearchModule.forRoot({ indexType: 'vector' })],
      providers: [Shop, { provide: VectorStore, useValue: store }],
    });
    await store.add([{ id: 'mine', text: 'refund an order' }]);
    await chat.prompt('Hi').conversation('42').tools(Shop).call().content();
    expect(await store.search({ text: 'order', topK: 10 })).toHaveLength(4);
    await app.close();
    expect((await store.search({ text: 'order', topK: 10 })).map(({ id }) => id)).toEqual(['mine']);
  });

  it('stops start-up if the index is "vector" and no vector store is configured', async () => {
    const imports = [ToolSearchModule.forRoot({ indexType: 'vector' })];
    await expect(boot({ imports })).rejects.toThrow(
      "The option indexType of ToolSearchModule is 'vector', but no vector store is configured. Provide a VectorStore, or an EmbeddingModel.",
    );
  });

  it.each(['regex', 'keyword', 'vector'] as const)('finds tools with the index %s', async (indexType) => {
    const { app, chat, model } = await boot({
      script: [searches('refund an order'), 'Done.'],
      imports: [ToolSearchModule.forRoot({ indexType, maxResults: 1 })],
      providers: [Shop, { provide: EmbeddingModel, useClass: HashEmbeddingModel }],
    });
    await chat.prompt('Hi').conversation('42').tools(Shop).call().content();
    expect(app.get(ToolIndex).searchType).toBe(indexType === 'vector' ? 'semantic' : indexType);
    expect(sentNames(model.prompts)[1]).toEqual([ALL, 'refundOrder']);
  });

  it('uses the index and the eviction strategy that the application provides', async () => {
    class Custom extends NeverEvictStrategy {}
    const { app, index } = await bootShop({ providers: [{ provide: ToolIndexEvictionStrategy, useClass: Custom }] });
    expect(app.get(ToolIndex).searchType).toBe(index.searchType);
    await app.close();
    const twice = bootShop({ imports: [Again] });
    await expect(twice).rejects.toThrow(/ToolIndex/);
  });

  it('evicts by last use, with and without an idle time', async () => {
    const createEviction = async (options: ToolSearchModuleOptions) => {
      const { app } = await boot({ imports: [ToolSearchModule.forRoot(options)] });
      return app.get(ToolIndexEvictionStrategy);
    };
    const plain = await createEviction({ eviction: { lruMaxSessions: 1 } });
    expect([plain.onAccess('a'), plain.onAccess('b')]).toEqual([[], ['a']]);
    const timed = await createEviction({ eviction: { lruMaxSessions: 1, ttlMs: 60_000 } });
    expect([timed.onAccess('a'), timed.onAccess('b')]).toEqual([[], ['a']]);
  });

  it.each([
    ['of its option', { order: 7 }, 7],
    ['of the application’s loop by default', {}, HIGHEST_PRECEDENCE + 310],
  ])('has the order %s', async (_, search, order) => {
    const looker = new Looker();
    const { app, chat } = await boot({
      script: ['Done.'],
      options: { toolCalling: { order: HIGHEST_PRECEDENCE + 310 } },
      imports: [ToolSearchModule.forRoot(search)],
      providers: [Shop],
    });
    await chat.prompt('Hi').conversation('42').tools(Shop).advisors(looker).call().content();
    expect(looker.loop?.order).toBe(order);
    await app.close();
  });

  it('applies only to the named clients', async () => {
    const features = [{ name: 'support' }, { name: 'plain' }];
    const { app, model } = await boot({
      script: ['1', '2', '3'],
      imports: [ToolSearchModule.forRoot({ clients: ['support'] }), ToolgateModule.forFeature(features)],
      providers: [Shop],
    });
    for (const name of ['support', 'plain']) {
      const client = app.get(chatClientToken(name), { strict: false });
      await client.prompt('Hi').conversation('42').tools(Shop).call().content();
    }
    expect(sentNames(model.prompts)).toEqual([[ALL], PLAIN]);
  });
});

@Module({ providers: [{ provide: ToolIndex, useClass: WordIndex }] })
class Again {}

describe('a search advisor that the application creates', () => {
  it('requires an index', () => {
    const make = () => new ToolSearchToolCallingAdvisor({} as never, {} as never);
    expect(make).toThrow(new ToolSearchException('A tool search needs a ToolIndex. Pass one as toolIndex.'));
  });

  it('requires instances, not classes', () => {
    const make = (options: object) => () => new ToolSearchToolCallingAdvisor({} as never, options as never);
    expect(make({ toolIndex: RegexToolIndex })).toThrow(
      new ToolSearchException('toolIndex is the class RegexToolIndex. Pass an instance: new RegexToolIndex(…).'),
    );
    expect(make({ toolIndex: new WordIndex(), evictionStrategy: LruEvictionStrategy })).toThrow(
      'evictionStrategy is the class LruEvictionStrategy. Pass an instance: new LruEvictionStrategy(…).',
    );
  });

  it('requires a manager that resolves its tools', async () => {
    const manager = { resolveToolDefinitions: () => [], executeToolCalls: async () => ({}) as never };
    const advisor = new ToolSearchToolCallingAdvisor(manager, { toolIndex: new WordIndex() });
    const app = await Test.createTestingModule({
      imports: [ToolgateModule.forRoot({ model: new ScriptedChatModel(['Hi']), client: { advisors: [advisor] } })],
    }).compile();
    const failure = app.get(ChatClient).prompt('Hi').conversation('42').call().content();
    await expect(failure).rejects.toThrow(/has no resolveTools\(\), so its tools cannot be searched/);
  });

  it('has a name and an order', () => {
    const advisor = new ToolSearchToolCallingAdvisor({} as never, { toolIndex: new WordIndex(), order: 5 });
    expect(advisor.constructor.name).toBe('ToolSearchToolCallingAdvisor');
    expect(advisor.order).toBe(5);
  });
});

/** A manager without resolveTools(). */
@Injectable()
class Closed extends ToolCallingManager {
  resolveToolDefinitions = () => [];
  executeToolCalls = async () => ({}) as never;
}

describe('an application with a custom manager', () => {
  it('stops at start-up if the manager cannot resolve tools for the search', async () => {
    const providers = [{ provide: ToolCallingManager, useClass: Closed }];
    await expect(boot({ imports: [ToolSearchModule.forRoot()], providers })).rejects.toThrow(
      'Closed has no resolveTools(), so its tools cannot be searched. Implement resolveTools().',
    );
    await expect(boot({ imports: [ToolSearchModule], providers })).resolves.toBeDefined();
  });
});
