import { describe, expect, it } from 'vitest';
import type { ToolReference } from '../contract/tool-index.js';
import { type SetSearch, SetToolIndex } from './set-tool.index.js';
import type { ToolSet } from './tool-set.js';

/** Finds every tool of a set, and records the sets that it prepares. */
class CountingIndex extends SetToolIndex<ToolSet> {
  readonly searchType = 'counting';
  readonly prepared: (readonly string[])[] = [];
  fails = false;

  protected async prepare(set: ToolSet): Promise<ToolSet> {
    this.prepared.push([...set.tools.keys()]);
    if (this.fails) throw new Error('No room');
    return set;
  }

  protected find(_set: ToolSet, { tools }: SetSearch) {
    return [...tools.keys()].map((name) => ({ name, score: 1 }));
  }
}

const toolsOf = (...names: readonly string[]): readonly ToolReference[] =>
  names.map((name) => ({ name, description: `Looks after the ${name}` }));

const manyOf = (kind: string): readonly ToolReference[] =>
  Array.from({ length: 30_000 }, (_, place) => ({ name: `${kind}${place}`, description: '' }));

const namesOf = async (index: CountingIndex, sessionId: string) =>
  (await index.search({ sessionId, query: 'x' })).tools.map(({ name }) => name);

describe('an index of sets of tools', () => {
  it('prepares equal tools once, in any order and for any number of sessions', async () => {
    const index = new CountingIndex();
    await index.indexTools('one', toolsOf('cow', 'sheep'));
    await Promise.all(['two', 'three'].map((id) => index.indexTools(id, toolsOf('sheep', 'cow'))));
    await index.clearIndex('one');
    await index.indexTools('one', toolsOf('cow', 'sheep'));
    expect(index.prepared).toEqual([['cow', 'sheep']]);
    for (const id of ['one', 'two', 'three']) expect(await namesOf(index, id)).toEqual(['cow', 'sheep']);
  });

  it.each<[string, Partial<ToolReference>]>([
    ['a description', { description: 'Milks the cow' }],
    ['a schema', { inputSchema: { type: 'object' } }],
    ['a tag', { tags: ['farm'] }],
  ])('prepares a set again if it differs in %s', async (_what, change) => {
    const index = new CountingIndex();
    const [cow, sheep] = toolsOf('cow', 'sheep') as [ToolReference, ToolReference];
    await index.indexTools('one', [cow, sheep]);
    await index.indexTools('two', [{ ...cow, ...change }, sheep]);
    expect(index.prepared).toHaveLength(2);
  });

  it('prepares a set again after a failure, and keeps the tools that the session had', async () => {
    const index = new CountingIndex();
    await index.indexTools('one', toolsOf('cow'));
    index.fails = true;
    await expect(index.indexTools('one', toolsOf('sheep'))).rejects.toThrow('No room');
    expect(await namesOf(index, 'one')).toEqual(['cow']);
    index.fails = false;
    await index.indexTools('one', toolsOf('sheep'));
    expect(await namesOf(index, 'one')).toEqual(['cow', 'sheep']);
  });

  it('drops the least recently used sets above 50,000 tools, and prepares them again for their sessions', async () => {
    const index = new CountingIndex();
    await index.indexTools('few', toolsOf('goat'));
    await index.indexTools('cows', manyOf('cow'));
    await namesOf(index, 'few');
    await index.indexTools('sheep', manyOf('sheep'));
    await namesOf(index, 'few');
    expect(index.prepared).toHaveLength(3);
    expect(await namesOf(index, 'cows')).toContain('cow0');
    expect(index.prepared.map(([first]) => first)).toEqual(['goat', 'cow0', 'sheep0', 'cow0']);
  });
});
