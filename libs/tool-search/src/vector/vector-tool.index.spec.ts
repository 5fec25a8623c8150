import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setImmediate } from 'node:timers/promises';
import { ConsoleLogger, Logger } from '@nestjs/common';
import { InMemoryVectorStore } from 'toolgate/memory';
import type { VectorDocument, VectorSearch, VectorSelection } from 'toolgate/model';
import { HashEmbeddingModel } from 'toolgate/testing';
import type { ToolReference } from '../contract/tool-index.js';
import { VectorToolIndex } from './vector-tool.index.js';

/** Records its requests, and fails on demand. */
class ToldStore extends InMemoryVectorStore {
  readonly added: (readonly VectorDocument[])[] = [];
  readonly searches: VectorSearch[] = [];
  fails = (_call: 'add' | 'delete'): boolean => false;

  override async add(documents: readonly VectorDocument[]): Promise<void> {
    if (this.fails('add')) throw new Error('The store is busy');
    this.added.push(documents);
    return super.add(documents);
  }

  override async search(search: VectorSearch) {
    this.searches.push(search);
    return super.search(search);
  }

  override async delete(selection: VectorSelection): Promise<void> {
    if (this.fails('delete')) throw new Error('The store is busy: password=hunter2');
    return super.delete(selection);
  }

  /** Returns the names of all documents as soon as the store has `count` of them. */
  async names(count: number): Promise<readonly unknown[]> {
    let names = await this.allNames();
    while (names.length !== count) {
      await setImmediate();
      names = await this.allNames();
    }
    return names;
  }

  async allNames(): Promise<readonly unknown[]> {
    const documents = await super.search({ text: 'x', topK: 10_000 });
    return documents.map(({ metadata }) => metadata?.name).sort();
  }
}

const toolsOf = (...names: readonly string[]): readonly ToolReference[] =>
  names.map((name) => ({ name, description: `Looks after the ${name}` }));

describe('VectorToolIndex', () => {
  let store: ToldStore;
  let index: VectorToolIndex;

  beforeEach(() => {
    store = new ToldStore(new HashEmbeddingModel({ dimensions: 4096 }));
    index = new VectorToolIndex(store, { minScore: 0 });
    Logger.overrideLogger(false);
  });

  afterEach(() => Logger.overrideLogger(new ConsoleLogger()));

  const find = async (query: string, sessionId = 's') =>
    (await index.search({ sessionId, query })).tools.map(({ name }) => name);

  it('adds a document for each tool, marked with its index', async () => {
    await index.indexTools('s', toolsOf('cow', 'sheep'));
    await index.indexTools('s', []);
    const [first, second] = store.added.flat() as [VectorDocument, VectorDocument];
    expect(store.added).toHaveLength(1);
    expect(first.id).not.toBe(second.id);
    expect(first.text).toContain('Looks after the cow');
    expect(first.metadata).toEqual({ toolIndex: second.metadata!.toolIndex, name: 'cow' });
  });

  it('adds a tool once for any number of sessions and calls', async () => {
    await Promise.all(['a', 'b', 'c'].map((id) => index.indexTools(id, toolsOf('cow', 'sheep'))));
    const tools = toolsOf('cow', 'sheep');
    for (const id of ['a', 'd', 'e', 'd']) await index.indexTools(id, tools);
    await index.clearIndex('a');
    await index.indexTools('a', toolsOf('sheep', 'cow'));
    expect(store.added.flat()).toHaveLength(2);
    expect(await find('cow', 'e')).toEqual(['cow', 'sheep']);
  });

  it('adds the new tools of a list, even if it is the same list', async () => {
    const tools = [...toolsOf('cow')];
    await index.indexTools('s', tools);
    tools.push(...toolsOf('sheep'));
    await index.indexTools('s', tools);
    expect((await find('cow sheep')).toSorted()).toEqual(['cow', 'sheep']);
  });

  it('does not index tools again that return before other work ran', async () => {
    await index.indexTools('s', toolsOf('cow', 'sheep'));
    await index.clearIndex('s');
    await index.indexTools('s', toolsOf('cow', 'sheep'));
    expect(store.added.flat()).toHaveLength(2);
  });

  it('removes tools that no session has anymore, and no other documents', async () => {
    await store.add([{ id: 'other', text: 'a text of somebody else', metadata: { name: 'other' } }]);
    const neighbour = new VectorToolIndex(store);
    await neighbour.indexTools('s', toolsOf('cow'));
    await index.indexTools('s', toolsOf('cow', 'sheep'));
    await index.indexTools('t', toolsOf('sheep'));
    await find('cow');
    await index.clearIndex('s');
    await index.indexTools('u', toolsOf('goat'));
    expect(await store.names(4)).toEqual(['cow', 'goat', 'other', 'sheep']);
    expect((await neighbour.search({ sessionId: 's', query: 'cow' })).tools).toHaveLength(1);
  });

  it('removes a tool whose content has changed', async () => {
    await index.indexTools('s', toolsOf('cow', 'sheep'));
    await index.indexTool('s', { name: 'cow', description: 'Looks after the cow', inputSchema: { type: 'object' } });
    expect(store.added.flat()).toHaveLength(3);
    expect(await store.names(2)).toEqual(['cow', 'sheep']);
  });

  it('sends the query with a filter for its own documents, a limit and a minimum score', async () => {
    index = new VectorToolIndex(store);
    await index.indexTools('s', toolsOf('cow'));
    await find('cow');
    const [{ metadata }] = store.added.flat() as [VectorDocument];
    const filter = { toolIndex: metadata!.toolIndex };
    expect(store.searches).toEqual([{ text: 'cow', topK: 10, minScore: 0.2, filter }]);
  });

  it('searches further if the tools of other sessions rank higher', async () => {
    const herd = Array.from({ length: 300 }, (_, place) => ({ name: `cow${place}`, description: 'cow' }));
    await index.indexTools('herd', herd);
    await index.indexTools('s', toolsOf('cow', 'sheep'));
    expect(await find('cow')).toEqual(['cow', 'sheep']);
    expect(store.searches.map(({ topK }) => topK)).toEqual([160, 640]);
  });

  it('searches once if the store has no more results above the minimum score', async () => {
    index = new VectorToolIndex(store, { minScore: 0.9 });
    const herd = Array.from({ length: 300 }, (_, place) => ({ name: `cow${place}`, description: 'cow' }));
    await index.indexTools('herd', herd);
    await index.indexTools('s', toolsOf('cow', 'sheep'));
    expect(await find('Where do the ships go?')).toEqual([]);
    expect(store.searches).toHaveLength(1);
  });

  it('leaves no partial change if the store fails', async () => {
    await index.indexTools('s', toolsOf('cow'));
    const many = toolsOf(...Array.from({ length: 150 }, (_, place) => `sheep${place}`));
    store.fails = () => store.added.length === 2;
    await expect(index.indexTools('s', many)).rejects.toThrow('The store is busy');
    expect(await find('sheep1')).toEqual(['cow']);
    store.fails = () => false;
    await index.indexTools('s', many);
    expect((await find('sheep1'))[0]).toBe('sheep1');
    expect(await store.names(151)).toContain('sheep149');
  });

  it('removes tools later if a removal failed, and logs the failure', async () => {
    const warnings: unknown[] = [];
    Logger.overrideLogger({ log: () => {}, error: () => {}, warn: (warning) => warnings.push(warning) });
    await index.indexTools('s', toolsOf('cow'));
    await index.clearIndex('s');
    store.fails = (call) => call === 'delete';
    await index.indexTools('t', toolsOf('sheep'));
    while (warnings.length === 0) await setImmediate();
    expect(warnings).toEqual([
      expect.stringContaining('could not be removed from the VectorStore: Error: The store is busy'),
    ]);
    expect(warnings.join()).not.toMatch('hunter2');
    expect(await store.names(2)).toEqual(['cow', 'sheep']);
    store.fails = () => false;
    await index.indexTools('u', toolsOf('goat'));
    expect(await store.names(2)).toEqual(['goat', 'sheep']);
  });

  it('keeps a tool that a session has again after its removal failed', async () => {
    const tried: string[] = [];
    store.fails = (call) => call === 'delete' && tried.push(call) > 0;
    await index.indexTools('s', toolsOf('cow'));
    await index.clearIndex('s');
    await index.indexTools('t', toolsOf('sheep'));
    while (tried.length === 0) await setImmediate();
    await index.indexTools('u', toolsOf('cow'));
    expect(await find('cow', 'u')).toEqual(['cow']);
    store.fails = () => false;
    const namesWithoutSheep = async (): Promise<readonly unknown[]> => {
      await index.clearIndex('t');
      return store.allNames();
    };
    await expect.poll(namesWithoutSheep).toEqual(['cow']);
    expect(await find('cow', 'u')).toEqual(['cow']);
  });
});
