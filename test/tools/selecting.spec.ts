import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { functionTool, Tool, ToolCallback, ToolCallbackProvider } from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { tagged, ToolRegistry, type ToolSource } from 'toolgate/tool';
import { boot } from '../story.fixture.js';

@Injectable()
class Orders {
  @Tool({ description: 'Finds orders', tags: ['orders', 'read'] })
  findOrders() {}

  @Tool({ description: 'Cancels an order', tags: ['orders', 'write'] })
  cancelOrder() {}
}

@Injectable()
class Stock {
  @Tool({ description: 'Counts the stock', tags: ['read'] })
  countStock() {}

  @Tool({ name: 'odd*name', description: 'Has a star in its name' })
  odd() {}
}

const start = async () => {
  const { chat, model, app } = await boot({ script: Array(20).fill('End.'), providers: [Orders, Stock] });
  const select = async (...sources: ToolSource[]) => {
    await chat
      .prompt('Go')
      .tools(...sources)
      .call()
      .content();
    return model.prompts.at(-1)!.tools?.map(({ name }) => name);
  };
  return { select, registry: app.get(ToolRegistry), app };
};

describe('the tools of a prompt', () => {
  it('are selected by class, instance, callback or name', async () => {
    const { select, registry, app } = await start();
    expect(await select(Orders)).toEqual(['findOrders', 'cancelOrder']);
    expect(await select(app.get(Stock))).toEqual(['countStock', 'odd*name']);
    expect(await select(registry.get('findOrders') as ToolCallback)).toEqual(['findOrders']);
    expect(await select('countStock', [Orders, 'countStock'])).toEqual(['countStock', 'findOrders', 'cancelOrder']);
  });

  it('are selected by a glob', async () => {
    const { select } = await start();
    expect(await select('*Order*')).toEqual(['findOrders', 'cancelOrder']);
    expect(await select('find*', '*Stock')).toEqual(['findOrders', 'countStock']);
    expect(await select('c*Order')).toEqual(['cancelOrder']);
    expect(await select('*')).toHaveLength(4);
  });

  it('are selected by tags: all tags of one tagged(), any of several tagged()', async () => {
    const { select } = await start();
    expect(await select(tagged('read'))).toEqual(['findOrders', 'countStock']);
    expect(await select(tagged('orders', 'read'))).toEqual(['findOrders']);
    expect(await select(tagged('read', 'orders'), tagged('write'))).toEqual(['findOrders', 'cancelOrder']);
  });

  it('replace the defaults, and accumulate from step to step until replaceTools() removes them', async () => {
    const options = { client: { tools: ['odd*name'] } };
    const { chat, model } = await boot({ script: Array(9).fill('End.'), providers: [Orders, Stock], options });
    const named = async (prompt: ReturnType<typeof chat.prompt>) => {
      await prompt.call().content();
      return model.prompts.at(-1)!.tools?.map(({ name }) => name) ?? [];
    };
    const both = chat.prompt('Go').tools('findOrders').tools(Stock).addTools('cancelOrder');
    expect(await named(chat.prompt('Go'))).toEqual(['odd*name']);
    expect(await named(both)).toEqual(['findOrders', 'countStock', 'odd*name', 'cancelOrder']);
    expect(await named(both.replaceTools('countStock'))).toEqual(['countStock']);
    expect(await named(both.replaceTools('countStock').tools('findOrders').addTools('cancelOrder'))).toEqual([
      'countStock',
      'findOrders',
      'cancelOrder',
    ]);
    expect(await named(chat.prompt('Go').replaceTools('findOrders'))).toEqual(['findOrders']);
    expect(await named(both.replaceTools())).toEqual([]);
    expect(await named(both.options({ tools: [Orders] }).replaceTools())).toEqual([]);
    expect(() => both.replaceTools(undefined as never)).toThrow('replaceTools');
  });

  it('are selected by an exact name that looks like a glob', async () => {
    const { select } = await start();
    expect(await select('odd*name')).toEqual(['odd*name']);
  });

  it.each<[string, () => ToolSource, string]>([
    ['a name that no tool has', () => 'refund', 'No tool is named "refund"'],
    [
      'a glob that matches nothing',
      () => 'refund*',
      'No tool\'s name matches "refund*". Import the module that provides the tool, or correct the selection.',
    ],
    ['a glob in the wrong case', () => 'FIND*', 'No tool\'s name matches "FIND*"'],
    ['a tag that no tool has', () => tagged('money'), 'No tool has the tag "money"'],
    [
      'tags that no tool has together',
      () => tagged('orders', 'money'),
      'No tool has all of the tags "orders", "money"',
    ],
    ['no tag', () => tagged(), 'tagged() received no tag'],
  ])('are rejected if they are selected by %s', async (_, source, message) => {
    const { select } = await start();
    await expect((async () => select(source()))()).rejects.toThrow(message);
  });
});

describe('the default tools of a client', () => {
  it('stop start-up if a source has no tools', async () => {
    const starting = (tools: ToolSource[]) => boot({ providers: [Orders], options: { client: { tools } } });
    await expect(starting([Stock])).rejects.toThrow(
      'The default tools of the client "default": Stock is not a provider of this application.',
    );
    await expect(starting(['find'])).rejects.toThrow(
      'The default tools of the client "default": No tool is named "find".',
    );
  });
});

describe('a provider of callbacks', () => {
  it.each(['its class', 'its instance'])(
    'is selected by %s, and called once per turn for any number of rounds',
    async (by) => {
      let asked = 0;
      @Injectable()
      class Remote extends ToolCallbackProvider {
        toolCallbacks() {
          asked++;
          return [functionTool({ name: 'ping', description: 'Pings', run: () => 'pong' })];
        }
      }
      const script = [callsTools(toolCall('ping', {})), callsTools(toolCall('ping', {})), 'End.', 'End.'];
      const { chat, app, model } = await boot({ script, providers: [Remote] });
      asked = 0;
      const source = by === 'its class' ? Remote : app.get(Remote);
      await chat.prompt('Go').tools(source).call().content();
      expect([asked, model.prompts.length]).toEqual([1, 3]);
      await chat.prompt('Go').tools([source]).call().content();
      expect(asked).toBe(2);
      expect(model.prompts.every(({ tools = [] }) => tools[0]?.name === 'ping')).toBe(true);
    },
  );
});
