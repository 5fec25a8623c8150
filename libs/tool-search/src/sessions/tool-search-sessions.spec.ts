import { describe, expect, it } from 'vitest';
import { setImmediate } from 'node:timers/promises';
import { ConsoleLogger, Logger } from '@nestjs/common';
import * as fc from 'fast-check';
import type { ChatTurn } from 'toolgate/chat';
import { AlwaysEvictStrategy } from '../eviction/always-evict.strategy.js';
import { CompositeEvictionStrategy } from '../eviction/composite-eviction.strategy.js';
import { LruEvictionStrategy } from '../eviction/lru-eviction.strategy.js';
import { NeverEvictStrategy } from '../eviction/never-evict.strategy.js';
import { ToolIndex, type ToolReference, type ToolSearchRequest } from '../contract/tool-index.js';
import { ToolSearchSessions } from './tool-search-sessions.js';

const turn = {} as ChatTurn;

/** Stores names; each of its operations takes `pace` steps. */
class SlowIndex extends ToolIndex {
  readonly searchType = 'slow';
  readonly acts: string[] = [];
  readonly kept = new Map<string, Set<string>>();
  fails = 0;

  constructor(private readonly pace: () => number = () => 1) {
    super();
  }

  indexTool = (sessionId: string, reference: ToolReference) => this.indexTools(sessionId, [reference]);

  async indexTools(sessionId: string, references: readonly ToolReference[]): Promise<void> {
    this.acts.push(`index ${sessionId}`);
    for (const { name } of references) {
      await this.wait();
      if (this.fails > 0 && this.fails--) throw new Error('away');
      const names = this.kept.get(sessionId) ?? new Set();
      this.kept.set(sessionId, names.add(name));
    }
  }

  async search({ sessionId }: ToolSearchRequest) {
    await this.wait();
    return { tools: [...(this.kept.get(sessionId) ?? [])].map((name) => ({ name, score: 1 })) };
  }

  async clearIndex(sessionId: string): Promise<void> {
    this.acts.push(`clear ${sessionId}`);
    await this.wait();
    this.kept.delete(sessionId);
  }

  private async wait(): Promise<void> {
    for (let left = this.pace(); left > 0; left--) await Promise.resolve();
  }
}

const toolsOf = (...names: readonly string[]) => new Map(names.map((name) => [name, { name, description: name }]));

const namesFor = async (sessions: ToolSearchSessions, id: string, names: readonly string[]) => {
  const { tools } = await sessions.search({ sessionId: id, query: 'x' }, toolsOf(...names), turn);
  return tools.map(({ name }) => name).toSorted();
};

describe('the sessions of an index', () => {
  it('return the tools of the calling turn, even if other turns of the session have other tools', async () => {
    const sessions = new ToolSearchSessions(new SlowIndex(), new NeverEvictStrategy());
    const found = await Promise.all([
      namesFor(sessions, 'a', ['one', 'two']),
      namesFor(sessions, 'a', ['three']),
      namesFor(sessions, 'a', ['one', 'two']),
    ]);
    expect(found).toEqual([['one', 'two'], ['three'], ['one', 'two']]);
  });

  it('are indexed again after a failure, without partial results', async () => {
    const index = new SlowIndex();
    const sessions = new ToolSearchSessions(index, new NeverEvictStrategy());
    index.fails = 1;
    await expect(sessions.open('a', toolsOf('old', 'older'), turn)).rejects.toThrow('away');
    await expect(namesFor(sessions, 'a', ['old', 'older'])).resolves.toEqual(['old', 'older']);
    index.fails = 1;
    await expect(sessions.open('a', toolsOf('other'), turn)).rejects.toThrow('away');
    index.kept.set('a', new Set(['old']));
    await expect(namesFor(sessions, 'a', ['new'])).resolves.toEqual(['new']);
  });

  it('are indexed once for concurrent turns', async () => {
    const index = new SlowIndex();
    const sessions = new ToolSearchSessions(index, new NeverEvictStrategy());
    await Promise.all([1, 2, 3].map(() => sessions.open('a', toolsOf('one'), turn)));
    expect(index.acts).toEqual(['clear a', 'index a']);
  });

  it('are evicted by the strategy, which is notified', async () => {
    const index = new SlowIndex();
    const lru = new LruEvictionStrategy(1);
    const sessions = new ToolSearchSessions(index, lru);
    for (const id of ['a', 'b']) await sessions.open(id, toolsOf('one'), turn);
    await namesFor(sessions, 'b', ['one']);
    expect([...index.kept.keys()]).toEqual(['b']);
    await sessions.evict('b');
    expect(index.kept.size).toBe(0);
    // An explicitly evicted session takes no room.
    expect(lru.onAccess('c')).toEqual([]);
  });

  it('are indexed again for each turn by AlwaysEvictStrategy', async () => {
    const index = new SlowIndex();
    const sessions = new ToolSearchSessions(index, new AlwaysEvictStrategy());
    const tools = toolsOf('one');
    await sessions.open('a', tools, turn);
    await sessions.open('a', tools, turn);
    expect(index.acts.filter((act) => act === 'index a')).toHaveLength(2);
    await expect(namesFor(sessions, 'a', ['one'])).resolves.toEqual(['one']);
  });

  it('are counted again if a search follows their eviction', async () => {
    const index = new SlowIndex();
    const sessions = new ToolSearchSessions(index, new LruEvictionStrategy(2));
    const ids = ['a', 'b', 'c', 'd', 'e'];
    for (const id of ids) await sessions.open(id, toolsOf('one'), turn);
    for (const id of ids) await expect(namesFor(sessions, id, ['one'])).resolves.toEqual(['one']);
    expect([...index.kept.keys()]).toEqual(['d', 'e']);
  });

  it('are counted again if each search evicts them', async () => {
    const index = new SlowIndex();
    const sessions = new ToolSearchSessions(index, new LruEvictionStrategy(1));
    const { search } = index;
    let left = 3;
    index.search = async (request) => {
      if (left-- > 0) await sessions.open('b', toolsOf('one'), turn);
      return search.call(index, request);
    };
    await expect(namesFor(sessions, 'a', ['one'])).resolves.toEqual(['one']);
    await sessions.open('c', toolsOf('one'), turn);
    expect([...index.kept.keys()]).toEqual(['c']);
  });

  it('are counted if each turn indexes its own tools again', async () => {
    const index = new SlowIndex();
    const strategy = new CompositeEvictionStrategy([new LruEvictionStrategy(2), new AlwaysEvictStrategy()]);
    const sessions = new ToolSearchSessions(index, strategy);
    for (const id of ['a', 'b', 'b', 'c', 'd']) await sessions.open(id, toolsOf('one'), turn);
    expect([...index.kept.keys()]).toEqual(['c', 'd']);
    expect(index.acts.filter((act) => act === 'index b')).toHaveLength(2);
  });

  it('log, without secrets, a session that could not be removed', async () => {
    const warnings: unknown[] = [];
    Logger.overrideLogger({ log: () => {}, error: () => {}, warn: (warning) => warnings.push(warning) });
    const index = new SlowIndex();
    const sessions = new ToolSearchSessions(index, new LruEvictionStrategy(1));
    await sessions.open('a', toolsOf('one'), turn);
    index.clearIndex = async (id) => {
      if (id === 'a') throw new Error('away: password=hunter2');
    };
    await sessions.open('b', toolsOf('one'), turn);
    await setImmediate();
    expect(warnings).toEqual([
      expect.stringMatching(/^The tools of an evicted session could not be removed from the index: Error: away: /),
    ]);
    expect(warnings.join()).not.toMatch('hunter2');
    Logger.overrideLogger(new ConsoleLogger());
  });

  it('return exactly the tools of a turn, for any order of turns, failures and evictions', async () => {
    const session = fc.constantFrom('a', 'b');
    const names = fc.subarray(['one', 'two', 'three'], { minLength: 1 });
    const act = fc.oneof(
      fc.record({ type: fc.constant('search' as const), session, names }),
      fc.record({ type: fc.constant('open' as const), session, names }),
      fc.record({ type: fc.constant('evict' as const), session }),
      fc.record({ type: fc.constant('pause' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { maxLength: 20 }),
        fc.array(fc.nat(3), { minLength: 1 }),
        fc.nat(2),
        async (acts, paces, fails) => {
          let step = 0;
          const index = new SlowIndex(() => paces[step++ % paces.length]!);
          const sessions = new ToolSearchSessions(index, new LruEvictionStrategy(1));
          index.fails = fails;
          const searches: Promise<void>[] = [];
          for (const each of acts) {
            if (each.type === 'evict') await sessions.evict(each.session);
            else if (each.type === 'open') sessions.open(each.session, toolsOf(...each.names), turn).catch(() => {});
            else if (each.type === 'pause') await Promise.all(searches);
            else searches.push(check(sessions, each.session, each.names));
          }
          await Promise.all(searches);
          await setImmediate();
          expect(index.kept.size).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

const check = async (sessions: ToolSearchSessions, id: string, names: readonly string[]): Promise<void> => {
  const found = await namesFor(sessions, id, names).catch((error: Error) => {
    expect(error.message).toBe('away');
  });
  if (found) expect(found).toEqual(names.toSorted());
};
