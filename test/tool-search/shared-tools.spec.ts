import { afterEach, describe, expect, it, vi } from 'vitest';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { InMemoryVectorStore } from 'toolgate/memory';
import { HashEmbeddingModel } from 'toolgate/testing';
import {
  KeywordToolIndex,
  RegexToolIndex,
  type ToolIndex,
  type ToolReference,
  ToolSearchException,
  VectorToolIndex,
} from 'toolgate/tool-search';

const create = {
  regex: () => new RegexToolIndex(),
  keyword: () => new KeywordToolIndex(),
  vector: () => new VectorToolIndex(new InMemoryVectorStore(new HashEmbeddingModel())),
} satisfies Record<string, () => ToolIndex>;
const kinds = Object.keys(create) as readonly (keyof typeof create)[];

/** Four names, each with three contents. */
const TOOLS: readonly ToolReference[] = ['ant', 'bee', 'cat', 'dog'].flatMap((name) =>
  ['now', 'old', 'late'].map((kind) => ({ name, description: `An animal, ${kind}`, tags: [kind] })),
);

interface Step {
  readonly session: string;
  readonly call: 'indexTools' | 'indexTool' | 'clearIndex' | 'search' | 'wait';
  readonly tools: readonly ToolReference[];
}

/** The vector index removes tools of no session, while a search that began before still needs them. */
const CLEARED_DURING_A_SEARCH: Step[] = (['indexTools', 'search', 'clearIndex', 'wait'] as const).map((call) => ({
  session: 'two',
  call,
  tools: [TOOLS[0]!],
}));

const steps = fc.array(
  fc.record<Step>({
    session: fc.constantFrom('one', 'two', 'three'),
    call: fc.constantFrom('indexTools', 'indexTool', 'clearIndex', 'search', 'wait'),
    tools: fc.array(fc.constantFrom(...TOOLS), { minLength: 1, maxLength: 5 }),
  }),
  { minLength: 1, maxLength: 30 },
);

describe.each(kinds)('an index of kind %s under concurrent calls', (kind) => {
  it('finds exactly the tools of each session', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const index = create[kind]();
        const model = new Map<string, Map<string, string>>();
        const calls = all.map((step) => take(index, model, step));
        await Promise.all(calls);
        for (const session of ['one', 'two', 'three'])
          expect(await contentsOf(index, session)).toEqual(wantedOf(model, session));
      }),
      { numRuns: 60, examples: [[CLEARED_DURING_A_SEARCH]] },
    );
  });
});

/** Runs a step in the index and in the model; a search must find the tools that existed at its start. */
const take = async (index: ToolIndex, model: Map<string, Map<string, string>>, { session, call, tools }: Step) => {
  if (call === 'wait') return setImmediate();
  if (call === 'search') {
    const wanted = [...wantedOf(model, session).keys()];
    const response = await index.search({ sessionId: session, query: 'animal' });
    expect(response.tools.map(({ name }) => name).sort()).toEqual(wanted);
    return undefined;
  }
  if (call === 'clearIndex') {
    model.delete(session);
    return index.clearIndex(session);
  }
  const added = call === 'indexTool' ? tools.slice(0, 1) : tools;
  const before = model.get(session) ?? new Map<string, string>();
  for (const { name, tags } of added) before.set(name, tags![0]!);
  model.set(session, before);
  return call === 'indexTool' ? index.indexTool(session, added[0]!) : index.indexTools(session, added);
};

const wantedOf = (model: Map<string, Map<string, string>>, session: string): ReadonlyMap<string, string> =>
  new Map([...(model.get(session) ?? [])].sort());

const contentsOf = async (index: ToolIndex, sessionId: string): Promise<ReadonlyMap<string, string>> => {
  const found: [string, string][] = [];
  for (const category of ['now', 'old', 'late']) {
    const { tools } = await index.search({ sessionId, query: 'animal', category });
    found.push(...tools.map(({ name }): [string, string] => [name, category]));
  }
  expect(new Set(found.map(([name]) => name)).size).toBe(found.length);
  return new Map(found.sort());
};

// A clock on which each reading takes three milliseconds, independent of the machine.
let now = 0;
afterEach(() => void vi.restoreAllMocks());

describe.each(kinds)('an index of kind %s', (kind) => {
  it('rejects an invalid session, tool and number', async () => {
    const index = create[kind]();
    const [tool] = TOOLS as [ToolReference];
    await expect(index.indexTools('', [tool])).rejects.toThrow(ToolSearchException);
    await expect(index.clearIndex('')).rejects.toThrow('Pass a string that is not empty');
    await expect(index.search({ sessionId: '', query: 'x' })).rejects.toThrow(ToolSearchException);
    const wrong = [{ ...tool, name: '' }, { name: 'x' }, { ...tool, tags: 'x' }, undefined] as readonly ToolReference[];
    for (const each of wrong) {
      await expect(index.indexTools('s', [tool, each])).rejects.toThrow('references[1] is not a tool');
    }
    for (const maxResults of [0, -1, 1.5, NaN]) {
      await expect(index.search({ sessionId: 's', query: 'x', maxResults })).rejects.toThrow('whole number above 0');
    }
    expect((await index.search({ sessionId: 's', query: 'animal' })).tools).toEqual([]);
  });

  it('yields to other work while it indexes many tools', async () => {
    const index = create[kind]();
    const tools = Array.from({ length: 2000 }, (_, place) => ({ name: `tool${place}`, description: `Does ${place}` }));
    const state = { isDone: false, turns: 0 };
    now = Math.max(now, performance.now());
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 3));
    const indexing = index.indexTools('s', tools).then(() => (state.isDone = true));
    for (; !state.isDone; state.turns++) await setImmediate();
    await indexing;
    expect(state.turns).toBeGreaterThan(5);
  });

  it('returns at most a hundred tools', async () => {
    const index = create[kind]();
    await index.indexTools(
      's',
      Array.from({ length: 300 }, (_, place) => ({ name: `tool${place}`, description: 'Does something' })),
    );
    expect((await index.search({ sessionId: 's', query: 'something', maxResults: 1000 })).tools).toHaveLength(100);
  });
});

describe.each(['regex', 'keyword'] as const)('an index of kind %s', (kind) => {
  it('returns the same results and scores for a session, whatever tools other sessions have', async () => {
    const index = create[kind]();
    await index.indexTools('one', TOOLS);
    const search = () => index.search({ sessionId: 'one', query: 'animal dog' });
    const before = await search();
    const many = Array.from({ length: 50 }, (_, place) => ({ name: `dog${place}`, description: 'A dog' }));
    await index.indexTools('other', many);
    expect(await search()).toEqual(before);
    expect(before.tools[0]!.name).toBe('dog');
  });
});

describe('an index with a minimum score', () => {
  it.each([-0.1, 1.1, NaN, '0.5'])('refuses the score %o', (minScore) => {
    const options = { minScore: minScore as number };
    expect(() => new KeywordToolIndex(options)).toThrow('Pass a number from 0 to 1');
    const store = new InMemoryVectorStore(new HashEmbeddingModel());
    expect(() => new VectorToolIndex(store, options)).toThrow(ToolSearchException);
    expect(() => new VectorToolIndex(undefined as never)).toThrow('needs a VectorStore');
  });
});
