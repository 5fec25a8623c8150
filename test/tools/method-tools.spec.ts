import { describe, expect, it } from 'vitest';
import { Injectable, SetMetadata } from '@nestjs/common';
import { IsInt } from 'class-validator';
import {
  functionTool,
  methodTool,
  Tool,
  type ToolCallback,
  ToolCallbackProvider,
  ToolContext,
  ToolParam,
  Tools,
} from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import {
  DelegatingToolCallbackResolver,
  inputSchemaOf,
  schemaOf,
  StaticToolCallbackResolver,
  ToolCallbackResolver,
  toolCallbacksFrom,
  toolDefinitionOf,
  ToolRegistry,
} from 'toolgate/tool';
import { z } from 'zod';
import { boot, lastTexts } from '../story.fixture.js';

class Line {
  @ToolParam({ description: 'How many' }) @IsInt() count!: number;
}

/** A service of an application that existed before its tools. */
@Injectable()
class Orders {
  constructor(private readonly currency = 'EUR') {}

  find(orderNumber: string, limit = 10) {
    return `${orderNumber} ${limit} ${this.currency}`;
  }

  async total({ lines }: { lines: number[] }, context?: ToolContext) {
    return lines.reduce((sum, line) => sum + line, 0) + (context?.call ? 0.5 : 0);
  }

  static open(day: string) {
    return `open on ${day}, says ${this.name}`;
  }

  @SetMetadata('public', true)
  count(line: Line, context: ToolContext) {
    return `${line instanceof Line} ${line.count} ${context.call?.toolName}`;
  }

  described(
    @ToolParam({ description: 'Order number' }) orderNumber: string,
    @ToolParam({ enum: ['a', 'b'] }) kind: 'a' | 'b',
  ) {
    return `${orderNumber} ${kind}`;
  }

  @Tool({ name: 'FIND', description: 'Ours', tags: ['ours'] })
  ours(orderNumber: string) {
    return `ours ${orderNumber} ${this.currency}`;
  }
}

const inputSchema = {
  type: 'object',
  properties: { orderNumber: { type: 'string' }, limit: { type: 'integer' } },
  required: ['orderNumber'],
};

const textOf = async (tool: ToolCallback, input: object = {}) => {
  const { name } = tool.definition;
  const { chat, model } = await boot({ script: [callsTools(toolCall(name, input as never)), 'End.'] });
  await chat.prompt('Go').tools(tool).call().content();
  return lastTexts(model)[0];
};

describe('a method as a tool, without @Tool()', () => {
  it('receives its arguments by name if its inputSchema is stated', async () => {
    const tool = methodTool(new Orders('USD'), 'find', { description: 'Find', inputSchema, tags: ['read'] });
    expect(tool.definition).toMatchObject({ name: 'find', description: 'Find', inputSchema });
    expect(tool.metadata).toEqual({ tags: ['read'] });
    await expect(textOf(tool, { limit: 3, orderNumber: 'A-1', x: 1 })).resolves.toBe('A-1 3 USD');
    await expect(textOf(tool, { orderNumber: 'A-1' })).resolves.toBe('A-1 10 USD');
    await expect(textOf(tool, { limit: 1 })).resolves.toContain('/orderNumber is required');
  });

  it('receives its whole input if `parameters` is stated', async () => {
    class Sums {
      total({ lines }: { lines: number[] }) {
        return lines.reduce((sum, line) => sum + line, 0);
      }
    }
    const parameters = z.object({ lines: z.array(z.number()) });
    const tool = methodTool(new Sums(), 'total', { name: 'sum', parameters });
    await expect(textOf(tool, { lines: [1, '2'] })).resolves.toBe('3');
    expect(() => methodTool(new Orders(), 'total', { parameters })).toThrow(
      /Orders\.total takes 2 parameters.*mark the context: `@ToolParam\(\{ type: ToolContext \}\)`/,
    );
  });

  it('is typed by the metadata that the compiler writes for any other decorator', async () => {
    await expect(textOf(methodTool(new Orders(), 'count'), { line: { count: 2 } })).resolves.toBe('true 2 count');
    const described = methodTool(new Orders(), 'described');
    expect(described.definition.inputSchema).toMatchObject({
      properties: { orderNumber: { type: 'string', description: 'Order number' }, kind: { enum: ['a', 'b'] } },
    });
    await expect(textOf(described, { orderNumber: 'A-1', kind: 'a' })).resolves.toBe('A-1 a');
  });

  it('may be static, of a class or of its subclass', async () => {
    const day = { inputSchema: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] } };
    for (const target of [Orders, class Shop extends Orders {}]) {
      await expect(textOf(methodTool(target, 'open', day), { day: 'Monday' })).resolves.toBe(
        `open on Monday, says ${target.name}`,
      );
    }
  });

  it('overrides the options of @Tool()', async () => {
    const plain = methodTool(new Orders(), 'ours');
    expect(plain.definition).toMatchObject({ name: 'FIND', description: 'Ours' });
    const other = methodTool(new Orders('USD'), 'ours', { name: 'other', requiresApproval: true });
    expect(other).toMatchObject({
      definition: { name: 'other', description: 'Ours' },
      metadata: { tags: ['ours'], requiresApproval: true },
    });
    await expect(textOf(plain, { orderNumber: '1' })).resolves.toBe('ours 1 EUR');
  });

  it('has its own name option without the prefix of its class', () => {
    @Tools({ prefix: 'desk_', requiresApproval: true })
    class Desk {
      open() {
        return 'open';
      }
    }
    expect(methodTool(new Desk(), 'open')).toMatchObject({
      definition: { name: 'desk_open' },
      metadata: { requiresApproval: true },
    });
    expect(methodTool(new Desk(), 'open', { name: 'unlock' }).definition.name).toBe('unlock');
  });

  it('is rejected with an instruction if it is incomplete', () => {
    const orders = new Orders();
    expect(() => methodTool(orders, 'find')).toThrow(
      /Orders\.find, parameter 0 \(orderNumber\): the method has no decorator, .*`methodTool\(…, \{ inputSchema/,
    );
    expect(() => methodTool(orders, 'find', { inputSchema: { type: 'object', properties: { order: {} } } })).toThrow(
      'Orders.find: its parameter orderNumber is not a property of its inputSchema',
    );
    expect(() => methodTool(orders, 'find', { inputSchema: { type: 'array' } })).toThrow(
      'Orders.find: its inputSchema: the whole input of a tool must be an object',
    );
    expect(() => methodTool(Orders, 'find', { inputSchema })).toThrow(
      "Pass an instance, or inject the class into a provider, { provide: 'orders.find', inject: [Orders], useFactory: (orders) => methodTool(orders, 'find') }.",
    );
    expect(() => methodTool(orders, 'missing' as never)).toThrow('Orders has no method "missing".');
    expect(() => methodTool(orders, 'currency' as never)).toThrow('Orders has no method "currency".');
    expect(() => methodTool(orders, 'constructor' as never)).toThrow('Orders has no method "constructor".');
    expect(() => methodTool(null as never, 'find' as never)).toThrow('methodTool() received no instance of a class');
    expect(() => methodTool({ find: () => 'alone' }, 'find')).toThrow(
      "find is a property of one Object, not a method of its class. Use functionTool({ name: 'find'",
    );
    expect(() => methodTool(orders, 'find', { inputSchema, prefix: 'x' } as never)).toThrow(
      'Orders.find: `prefix` is not an option of methodTool(). Use one of: name, description,',
    );
    expect(() => methodTool(orders, 'find', { inputSchema, tags: 'read' } as never)).toThrow(
      'Orders.find: `tags` of methodTool() is a string',
    );
  });

  it('is found by name if it is provided', async () => {
    const { chat, model } = await boot({
      script: [callsTools(toolCall('find', { orderNumber: 'A-1' })), 'End.'],
      providers: [
        { provide: Orders, useFactory: () => new Orders('CHF') },
        {
          provide: 'orders.find',
          inject: [Orders],
          useFactory: (orders: Orders) => methodTool(orders, 'find', { inputSchema }),
        },
      ],
    });
    await chat.prompt('Go').tools('find').call().content();
    expect(lastTexts(model)).toEqual(['A-1 10 CHF']);
  });
});

describe('the definition of a method as a tool', () => {
  it('is returned without an application', () => {
    expect(toolDefinitionOf(Orders, 'ours')).toMatchObject({ name: 'FIND', description: 'Ours' });
    expect(toolDefinitionOf(Orders, 'ours', { name: 'other', description: 'Theirs' })).toMatchObject({
      name: 'other',
      description: 'Theirs',
    });
    expect(toolDefinitionOf(Orders, 'find', { inputSchema }).name).toBe('find');
    expect(inputSchemaOf(Orders, 'count')).toMatchObject({
      properties: { line: { properties: { count: { type: 'integer', description: 'How many' } } } },
      required: ['line'],
    });
    expect(() => inputSchemaOf(Orders, 'find')).toThrow('the method has no decorator');
    expect(() => toolDefinitionOf(Orders, 'open')).toThrow('Orders.open, parameter 0 (day)');
  });

  it('is like the schema of a DTO, a scalar, a list or a Standard Schema, which schemaOf() returns', () => {
    expect(schemaOf(Line)).toMatchObject({ type: 'object', properties: { count: { type: 'integer' } } });
    expect(schemaOf([Line])).toMatchObject({ type: 'array', items: { type: 'object', required: ['count'] } });
    expect(schemaOf(Number)).toMatchObject({ type: 'number' });
    expect(schemaOf(() => Date)).toMatchObject({ type: 'string', format: 'date-time' });
    expect(schemaOf(z.object({ a: z.int() }))).toMatchObject({
      properties: { a: { type: 'integer' } },
      required: ['a'],
    });
    expect(Object.isFrozen(schemaOf(Line)['properties'])).toBe(true);
    expect(() => schemaOf(undefined as never)).toThrow('its `type` is undefined');
    expect(() => schemaOf(null as never)).toThrow('null has no form in JSON');
  });
});

class Refunds {
  @Tool()
  refund(orderNumber: string) {
    return `refunded ${orderNumber}`;
  }

  @Tool()
  static rules() {
    return 'none';
  }
}

class Payments {
  @Tool({ name: 'refund' })
  giveBack() {}

  @Tool({ name: 'rules' })
  rule() {}
}

class Statics {
  @Tool()
  static now() {
    return 'now';
  }
}

describe('tools outside an application', () => {
  const one = functionTool({ name: 'one', run: () => 1 });
  const two = functionTool({ name: 'two', run: () => 2 });
  class Several extends ToolCallbackProvider {
    toolCallbacks() {
      return [one, two];
    }
  }

  it('are created from instances, classes, callbacks and providers, each once', async () => {
    const refunds = new Refunds();
    const found = toolCallbacksFrom(refunds, [Statics, [one, new Several()]], one);
    expect(found.map(({ definition }) => definition.name)).toEqual(['refund', 'rules', 'now', 'one', 'two']);
    await expect(found[0]!.call('{"orderNumber":"A-1"}')).resolves.toMatchObject({ output: { text: 'refunded A-1' } });
    expect(toolCallbacksFrom()).toEqual([]);
  });

  it('must have unique names', () => {
    expect(() => toolCallbacksFrom(new Refunds(), new Payments(), functionTool({ name: 'refund', run() {} }))).toThrow(
      'Several tools have the same name: "refund" of Refunds and Payments and FunctionToolCallback, "rules" of Refunds and Payments.',
    );
  });

  it('cannot be created from other values', () => {
    expect(() => toolCallbacksFrom(Refunds)).toThrow('Refunds is not a provider of this application');
    expect(() => toolCallbacksFrom(new Orders(), {})).toThrow('An object without keys has no method with @Tool()');
    expect(() => toolCallbacksFrom(null as never)).toThrow('toolCallbacksFrom() received null. Pass a class');
    expect(() => toolCallbacksFrom([undefined] as never)).toThrow('toolCallbacksFrom() received undefined.');
    expect(() => toolCallbacksFrom('refund')).toThrow('outside an application no tool can be found by name');
  });

  it('are found by a custom resolver before the tools of providers', async () => {
    const scanned = { provide: 'x', useValue: functionTool({ name: 'scanned', run: () => 'scanned' }) };
    const late = functionTool({ name: 'late', run: () => 'late' });
    const { chat, model } = await boot({
      script: [callsTools(toolCall('late'), toolCall('scanned')), 'End.'],
      providers: [
        scanned,
        {
          provide: ToolCallbackResolver,
          inject: [ToolRegistry],
          useFactory: (registry: ToolRegistry) =>
            new DelegatingToolCallbackResolver([
              new StaticToolCallbackResolver([late]),
              { resolve: (name) => registry.callbacks().find(({ definition }) => definition.name === name) },
            ]),
        },
      ],
    });
    await chat.prompt('Go').tools('late', 'scanned').call().content();
    expect(lastTexts(model)).toEqual(['late', 'scanned']);
  });

  it('are rejected by a resolver if they are no list of callbacks, and so are resolvers', () => {
    const makeStatic = (callbacks: unknown) => () => new StaticToolCallbackResolver(callbacks as never);
    expect(makeStatic(null)).toThrow('StaticToolCallbackResolver received null. Pass a list of callbacks.');
    expect(makeStatic([one, undefined])).toThrow('StaticToolCallbackResolver received undefined in its list.');
    const makeDelegating = (resolvers: unknown) => () => new DelegatingToolCallbackResolver(resolvers as never);
    expect(makeDelegating(undefined)).toThrow('DelegatingToolCallbackResolver received undefined. Pass a list of');
    expect(makeDelegating([null])).toThrow('DelegatingToolCallbackResolver received null in its list.');
    expect(makeDelegating([one])).toThrow('received an instance of FunctionToolCallback in its list.');
    expect(new DelegatingToolCallbackResolver([]).resolve('one')).toBeUndefined();
  });

  it('are rejected by a resolver if two have the same name, and the first of two resolvers takes precedence', () => {
    expect(() => new StaticToolCallbackResolver([one, two, one])).toThrow('two tools named "one"');
    const otherOne = functionTool({ name: 'one', run: () => 'other' });
    const first = new StaticToolCallbackResolver([one]);
    const resolver = new DelegatingToolCallbackResolver([first, new StaticToolCallbackResolver([two, otherOne])]);
    expect([resolver.resolve('one'), resolver.resolve('two'), resolver.resolve('three')]).toEqual([
      one,
      two,
      undefined,
    ]);
  });
});
