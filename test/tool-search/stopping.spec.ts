import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Provider } from '@nestjs/common';
import { InMemoryVectorStore } from 'toolgate/memory';
import { VectorStore } from 'toolgate/model';
import { HashEmbeddingModel, type ScriptedAnswer } from 'toolgate/testing';
import { ToolSearchModule } from 'toolgate/tool-search';
import { until } from '../approval/waiting.fixture.js';
import { boot, deferred } from '../story.fixture.js';
import { searches, sentNames, Shop } from './searching.fixture.js';

/** A store whose removals end when the test ends them. */
class HeldStore extends InMemoryVectorStore {
  readonly held = deferred();
  isRemoving = false;

  constructor() {
    super(new HashEmbeddingModel());
  }

  override async delete(selection: Parameters<VectorStore['delete']>[0]): Promise<void> {
    this.isRemoving = true;
    await this.held.promise;
    await super.delete(selection);
  }

  async count(): Promise<number> {
    return (await this.search({ text: 'order', topK: 10 })).length;
  }
}

const bootOver = (store: VectorStore, script: readonly ScriptedAnswer[], providers: readonly Provider[] = []) =>
  boot({
    script,
    imports: [ToolSearchModule.forRoot({ indexType: 'vector' })],
    providers: [Shop, { provide: VectorStore, useValue: store }, ...providers],
  });

describe('an application that stops, with tools in a vector store', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('still finds tools in a turn that has not ended, and leaves none in the store', async () => {
    const store = new HeldStore();
    const thinking = deferred();
    const first: ScriptedAnswer = async () => {
      await thinking.promise;
      return searches('refund an order');
    };
    const server: { turn?: Promise<unknown>; beforeApplicationShutdown(): unknown } = {
      beforeApplicationShutdown: () => server.turn,
    };
    const { app, chat, model } = await bootOver(store, [first, 'Done.'], [{ provide: 'server', useValue: server }]);
    const turn = chat.prompt('Refund A-1').conversation('42').tools(Shop).call().content();
    server.turn = turn;
    await until(async () => (await store.count()) === 3);
    const closing = app.close();
    await until(() => store.isRemoving);
    thinking.resolve();
    store.held.resolve();
    expect(await turn).toBe('Done.');
    expect(sentNames(model.prompts)[1]).toContain('refundOrder');
    await closing;
    expect(await store.count()).toBe(0);
  });

  it('stops although the store does not answer', async () => {
    const store = new HeldStore();
    const { app, chat, logs } = await bootOver(store, [searches('refund an order'), 'Done.']);
    await chat.prompt('Refund A-1').conversation('42').tools(Shop).call().content();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const closing = app.close();
    await vi.advanceTimersByTimeAsync(5000);
    await closing;
    expect(logs.join()).toMatch('Tools could not be removed from the VectorStore: it did not answer within 5000 ms');
  });
});
