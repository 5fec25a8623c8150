import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import {
  functionTool,
  Tool,
  ToolApprovalStrategy,
  ToolCallback,
  ToolCallbackProvider,
  ToolContext,
  ToolParam,
} from 'toolgate';
import type { JsonObject } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import {
  AugmentedArgumentConsumer,
  type AugmentedArgumentEvent,
  type AugmentedTools,
  augmentInputSchema,
  augmentTools,
  toolCallbacksFrom,
  ToolRegistry,
  type ToolSource,
} from 'toolgate/tool';
import { z } from 'zod';
import { boot, lastTexts } from '../story.fixture.js';

class Thought {
  @ToolParam({ description: 'Why this tool, step by step' })
  innerThought!: string;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(100)
  confidence?: number;
}

@Injectable()
class Orders {
  readonly log: string[] = [];

  @Tool({ description: 'Finds an order', returnDirect: true, requiresApproval: true, tags: ['read'] })
  find(orderNumber: string) {
    this.log.push(`find ${orderNumber}`);
    return `Order ${orderNumber}`;
  }
}

class Finder {
  @Tool({ description: 'Finds an order' })
  find(orderNumber: string) {
    return `Found ${orderNumber}`;
  }
}

@Injectable()
class ThoughtLog extends AugmentedArgumentConsumer<Thought> {
  readonly events: AugmentedArgumentEvent<Thought>[] = [];

  consume(event: AugmentedArgumentEvent<Thought>) {
    this.events.push(event);
  }
}

const refuse = (problem: string): never => {
  throw new Error(problem);
};

const GIVEN = { orderNumber: 'A-1', innerThought: 'The caller asked for it.', confidence: 80, extra: 'x' };

const start = async (input: object = GIVEN, more: object = {}) => {
  const script: ScriptedAnswer[] = [callsTools(toolCall('find', input as JsonObject)), 'End.'];
  const story = await boot({ script, providers: [Orders, ThoughtLog], ...more });
  const ask = (...sources: ToolSource[]) =>
    story.chat
      .prompt('Go')
      .tools(...sources)
      .call()
      .content();
  return { ...story, ask, orders: story.app.get(Orders), thoughts: story.app.get(ThoughtLog) };
};

describe('arguments that are added to a tool', () => {
  it('are in the schema that the model receives, beside the tool’s own arguments', async () => {
    const { ask, model } = await start();
    await ask(augmentTools(Orders, { schema: Thought, consume: () => {} }));
    const [tool] = model.prompts[0]!.tools!;
    expect([tool!.name, tool!.description]).toEqual(['find', 'Finds an order']);
    expect(tool!.inputSchema).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        orderNumber: { type: 'string' },
        innerThought: { type: 'string', description: 'Why this tool, step by step' },
        confidence: { type: 'integer', minimum: 0, maximum: 100 },
      },
      required: ['orderNumber', 'innerThought'],
      additionalProperties: false,
    });
  });

  it('are passed to the consumer before the tool runs, and not to the tool', async () => {
    const { ask, orders } = await start();
    const received: unknown[] = [];
    const consume = async (event: AugmentedArgumentEvent<Thought>, context: ToolContext) => {
      await Promise.resolve();
      orders.log.push('consumed');
      received.push(event, context.call?.toolName);
    };
    expect(await ask(augmentTools(Orders, { schema: Thought, consume }))).toBe('Order A-1');
    expect(orders.log).toEqual(['consumed', 'find A-1']);
    expect(received).toEqual([
      {
        toolDefinition: expect.objectContaining({ name: 'find' }),
        rawInput: '{"orderNumber":"A-1","innerThought":"The caller asked for it.","confidence":80}',
        arguments: { innerThought: 'The caller asked for it.', confidence: 80 },
      },
      'find',
    ]);
    expect((received[0] as AugmentedArgumentEvent).arguments).toBeInstanceOf(Thought);
  });

  it('are also passed to an injectable consumer class', async () => {
    const { ask, thoughts } = await start();
    await ask(augmentTools([Orders], { schema: Thought, consume: ThoughtLog }));
    expect(thoughts.events.map(({ arguments: { confidence } }) => confidence)).toEqual([80]);
  });

  it('are passed to the consumer of the calling application if several applications share the augmented tool', async () => {
    const tool = functionTool({ name: 'find', run: () => 'found' });
    const shared = augmentTools(tool, { schema: Thought, consume: ThoughtLog });
    const [first, second] = [await start(GIVEN), await start(GIVEN)];
    await first.ask(shared);
    await second.ask(shared);
    expect([first.thoughts.events.length, second.thoughts.events.length]).toEqual([1, 1]);
  });

  it('may be declared by a Standard Schema, whose output the consumer receives', async () => {
    const { ask } = await start({ orderNumber: 'A-1', sure: 'yes' });
    const schema = z.object({ sure: z.string().transform((text) => text === 'yes') });
    // JSON Schema can represent the input of `transform`, not its output.
    const received: boolean[] = [];
    await ask(augmentTools(Orders, { schema, consume: ({ arguments: { sure } }) => void received.push(sure) }));
    expect(received).toEqual([true]);
  });

  it('are validated: neither the consumer nor the tool runs if one argument is invalid', async () => {
    const { ask, orders, thoughts, model } = await start({ orderNumber: 7, innerThought: 'x', confidence: 101 });
    await ask(augmentTools(Orders, { schema: Thought, consume: ThoughtLog }));
    expect(lastTexts(model)).toEqual([
      'Invalid arguments for "find": /orderNumber must be a string; /confidence must be at most 100.',
    ]);
    expect([orders.log, thoughts.events]).toEqual([[], []]);
  });

  it('fail the call with an error of the tool, which does not run, if the consumer throws', async () => {
    const { ask, orders, model } = await start();
    const consume = () => {
      throw new Error('The log is full.');
    };
    await ask(augmentTools(Orders, { schema: Thought, consume }));
    expect([lastTexts(model), orders.log]).toEqual([['The log is full.'], []]);
  });

  it('do not let the tool run if the caller aborts during consumption', async () => {
    const { chat, orders } = await start();
    const leave = new AbortController();
    const consume = async () => {
      leave.abort(new Error('gone'));
    };
    const prompt = chat.prompt('Go').tools(augmentTools(Orders, { schema: Thought, consume }));
    await expect(prompt.signal(leave.signal).call().content()).rejects.toThrow('gone');
    await new Promise((resolve) => setImmediate(resolve));
    expect(orders.log).toEqual([]);
  });

  it('reach the approval strategy beside the tool’s own, and the tool keeps its metadata', async () => {
    const seen: unknown[] = [];
    const strategy = ToolApprovalStrategy.of((tool, args) => {
      seen.push(args, tool.metadata);
      return { type: 'reject', reason: 'not today' };
    });
    const { ask, orders, thoughts, model } = await start(GIVEN, { options: { approval: { strategy } } });
    await ask(augmentTools(Orders, { schema: Thought, consume: ThoughtLog }));
    expect(seen).toEqual([
      { orderNumber: 'A-1', innerThought: 'The caller asked for it.', confidence: 80 },
      expect.objectContaining({ returnDirect: true, requiresApproval: true, tags: ['read'] }),
    ]);
    expect(lastTexts(model)).toEqual(['Tool execution was denied: not today']);
    expect([orders.log, thoughts.events]).toEqual([[], []]);
  });

  it('are added to instances, callbacks and the callbacks of providers, which are requested once per turn', async () => {
    const { ask, app, thoughts, orders } = await start(GIVEN, {
      script: Array(3).fill(callsTools(toolCall('find', GIVEN))) as ScriptedAnswer[],
    });
    let asked = 0;
    class Some extends ToolCallbackProvider {
      constructor(private readonly callback: ToolCallback) {
        super();
      }

      toolCallbacks() {
        asked++;
        return [this.callback];
      }
    }
    const callback = app.get(ToolRegistry).get('find')!;
    for (const source of [orders, callback, new Some(callback)]) {
      await ask(augmentTools(source, { schema: Thought, consume: ThoughtLog }));
    }
    expect(thoughts.events).toHaveLength(3);
    expect([orders.log.length, asked]).toEqual([3, 1]);
  });

  it('are added to an instance whose class has only methods that an array also has, and the type is correct', async () => {
    const script = [callsTools(toolCall('find', GIVEN)), 'End.'];
    const { app, chat, model } = await boot({ script, providers: [Finder] });
    const thoughts: string[] = [];
    const consume = (event: AugmentedArgumentEvent<Thought>): void => void thoughts.push(event.arguments.innerThought);
    const finder = app.get(Finder);
    const one = augmentTools(finder, { schema: Thought, consume });
    const some = augmentTools([finder], { schema: Thought, consume });
    const typed: readonly AugmentedTools<Finder>[] = [one, some];
    expect(typed.map(({ sources }) => sources)).toEqual([[finder], [finder]]);
    await chat.prompt('Go').tools(one).call().content();
    expect(lastTexts(model)).toEqual(['Found A-1']);
    expect(thoughts).toEqual([GIVEN.innerThought]);
  });

  it('reach a tool with an open schema only with `keep: true`', async () => {
    const given: string[] = [];
    class Open extends ToolCallback {
      definition = { name: 'find', description: 'Finds', inputSchema: { type: 'object' } };
      metadata = {};

      async call(input: string) {
        given.push(input);
        return { output: { type: 'text', text: 'ok' }, outcome: { type: 'success' } } as const;
      }
    }
    const first = await start({ a: 1, innerThought: 'x' });
    await first.ask(augmentTools(new Open(), { schema: Thought, consume: () => {} }));
    const second = await start({ a: 1, innerThought: 'x' });
    await second.ask(augmentTools(new Open(), { schema: Thought, consume: () => {}, keep: true }));
    expect(given.map((text) => JSON.parse(text) as object)).toEqual([{ a: 1 }, { a: 1, innerThought: 'x' }]);
  });

  it('are rejected if the tool has an argument of the same name, or if the schema has no properties', async () => {
    const { ask } = await start();
    const twin = z.object({ orderNumber: z.string() });
    await expect(ask(augmentTools(Orders, { schema: twin, consume: () => {} }))).rejects.toThrow(
      'augmentTools(), "find": the tool already has an argument "orderNumber". Rename the added one.',
    );
    expect(() => augmentTools(Orders, { schema: { type: 'array' }, consume: () => {} })).toThrow(
      'augmentTools({ schema }): the whole input of a tool must be an object',
    );
    expect(() => augmentTools(Orders, { schema: { type: 'object' }, consume: () => {} })).toThrow(
      'augmentTools({ schema }): the added arguments are not an object with properties. Pass an object schema with at least one property.',
    );
  });

  it('are rejected at once if there is no tool to add them to', () => {
    for (const nothing of [undefined, null, [undefined]]) {
      expect(() => augmentTools(nothing as never, { schema: Thought, consume: () => {} })).toThrow(
        /^augmentTools\(\) received (undefined|null)\. Pass a class, an instance, a callback or a name\.$/,
      );
    }
  });

  it('are rejected without a valid consumer', () => {
    class NoConsumer {
      consume() {}
    }
    for (const consume of [undefined, NoConsumer, { consume() {} }]) {
      expect(() => augmentTools(Orders, { schema: Thought, consume: consume as never })).toThrow(
        '`consume` must be a function, or a class that extends AugmentedArgumentConsumer.',
      );
    }
  });

  it('reach the tool as they were validated and approved, not as the model wrote them', async () => {
    const given: unknown[] = [];
    class Open extends ToolCallback {
      definition = { name: 'find', description: 'Finds', inputSchema: { type: 'object' } };
      metadata = {};

      async call(input: string) {
        given.push(JSON.parse(input));
        return { output: { type: 'text', text: 'ok' }, outcome: { type: 'success' } } as const;
      }
    }
    const shown: unknown[] = [];
    const strategy = ToolApprovalStrategy.of((_tool, args) => {
      shown.push(args);
      return { type: 'approve' };
    });
    const { ask } = await start({ a: 1, why: { score: '5', hidden: 'x' } }, { options: { approval: { strategy } } });
    const schema = z.object({ why: z.object({ score: z.number() }) });
    await ask(augmentTools(new Open(), { schema, consume: () => {}, keep: true }));
    expect([given, shown]).toEqual([[{ a: 1, why: { score: 5 } }], [{ a: 1, why: { score: 5 } }]]);
  });

  it('are a copy, so that changes by the consumer do not reach the tool', async () => {
    const { ask, orders } = await start({ orderNumber: 'A-1', why: { tags: ['a'] } });
    const schema = { type: 'object', properties: { why: { type: 'object' } } };
    const seen: unknown[] = [];
    const consume = ({ arguments: { why }, rawInput }: AugmentedArgumentEvent<JsonObject>) => {
      (why as { tags: string[] }).tags.push('b');
      seen.push(why, rawInput);
    };
    await ask(augmentTools(Orders, { schema, consume }));
    expect(seen).toEqual([{ tags: ['a', 'b'] }, '{"orderNumber":"A-1","why":{"tags":["a"]}}']);
    expect(orders.log).toEqual(['find A-1']);
  });

  it('do not change the context, the converter and the errors of a tool that a model or the application calls', async () => {
    const tool = functionTool({
      name: 'find',
      resultConverter: { convert: (result) => ({ type: 'text', text: `<${String(result)}>` }) },
      run: (_input, { data, call }) => {
        if (!data['tenant']) throw new Error('Whose?');
        return `${String(data['tenant'])} ${call?.toolCallId}`;
      },
    });
    const story = await start({ why: 'x' });
    const augmented = augmentTools(tool, { schema: z.object({ why: z.string() }), consume: () => {} });
    await story.chat.prompt('Go').tools(augmented).toolContext({ tenant: 'acme' }).call().content();
    expect(lastTexts(story.model)).toEqual(['<acme call-find>']);
    const [callback] = toolCallbacksFrom(augmented);
    const context = new ToolContext({ data: { tenant: 'own' } });
    await expect(callback!.call('{"why":"x"}', context)).resolves.toMatchObject({
      output: { text: '<own undefined>' },
    });
    await expect(callback!.call('{"why":"x"}')).rejects.toThrow('Whose?');
    await expect(callback!.call('{}', context)).rejects.toThrow('/why is required');
  });

  it.each([
    ['its turn was aborted', { signal: AbortSignal.abort(new Error('left')) }],
    ['its process has lost the lease of the run', { start: { assertLeased: () => refuse('lost') } }],
  ])('reach neither the consumer nor the tool if the call starts too late because %s', async (_, init) => {
    const ran: string[] = [];
    const tool = functionTool({ name: 'pay', description: 'Pays', run: () => void ran.push('paid') });
    const consume = (): void => void ran.push('consumed');
    const [callback] = toolCallbacksFrom(augmentTools(tool, { schema: z.object({ why: z.string() }), consume }));
    await expect(callback!.call('{"why":"x"}', new ToolContext(init))).rejects.toThrow(/left|lost/);
    expect(ran).toEqual([]);
    await callback!.call('{"why":"x"}', new ToolContext());
    expect(ran).toEqual(['consumed', 'paid']);
  });

  it('do not reach the method that reports the outcome of an unknown call, unless the tool receives them', async () => {
    const asked: unknown[] = [];

    class Bank {
      @Tool({ description: 'Repay an order', reconcile: 'outcomeOf' })
      repay(orderNumber: string) {
        return orderNumber;
      }

      outcomeOf(orderNumber: string) {
        return { type: 'succeeded', value: orderNumber } as const;
      }
    }

    class Ledger extends ToolCallback {
      readonly definition = { name: 'note', description: 'Note', inputSchema: { type: 'object' } };
      readonly metadata = {};

      async call() {
        return { output: { type: 'text', text: 'noted' }, outcome: { type: 'success' } } as const;
      }

      override async reconcile(input: JsonObject, { idempotencyKey }: ToolContext) {
        asked.push([input, idempotencyKey]);
        return { type: 'abandoned' } as const;
      }
    }
    const more = { schema: Thought, consume: () => {} };
    const context = new ToolContext();
    const [repay, kept] = [false, true].map(
      (keep) => toolCallbacksFrom(augmentTools(new Bank(), { ...more, keep }))[0]!,
    );
    for (const tool of [repay, kept]) {
      expect(await tool!.reconcile!(GIVEN, context)).toEqual({ type: 'succeeded', value: 'A-1' });
    }
    for (const keep of [false, true]) {
      const [note] = toolCallbacksFrom(augmentTools(new Ledger(), { ...more, keep }));
      await note!.reconcile!({ text: 'x', innerThought: 'y' }, context);
    }
    expect(asked).toEqual([
      [{ text: 'x' }, context.idempotencyKey],
      [{ text: 'x', innerThought: 'y' }, context.idempotencyKey],
    ]);
    const [find] = toolCallbacksFrom(augmentTools(new Finder(), more));
    expect(find!.reconcile).toBeUndefined();
  });

  it('may be added to a tool that is already augmented', async () => {
    const { ask, orders } = await start({ orderNumber: 'A-1', why: 'x', sure: true });
    const received: unknown[] = [];
    const consume = ({ arguments: some }: AugmentedArgumentEvent) => void received.push(some);
    const once = augmentTools(Orders, { schema: z.object({ why: z.string() }), consume });
    await ask(augmentTools(once, { schema: z.object({ sure: z.boolean() }), consume }));
    expect([received, orders.log]).toEqual([[{ sure: true }, { why: 'x' }], ['find A-1']]);
  });

  it('do not create the tools again for each prompt', async () => {
    const { manager } = await start();
    const tools = [augmentTools(Orders, { schema: Thought, consume: () => {} })];
    const [first, second] = [
      await manager.resolveToolDefinitions({ tools }),
      await manager.resolveToolDefinitions({ tools }),
    ];
    expect(second).toBe(first);
  });
});

describe('augmentInputSchema', () => {
  const extra = { type: 'object', properties: { why: { type: 'string' } }, required: ['why'] };

  it('preserves the whole original schema', () => {
    const schema = { title: 'T', type: 'object', properties: { a: { type: 'string' } }, required: ['a'], 'x-own': 1 };
    expect(augmentInputSchema(schema, extra)).toEqual({
      ...schema,
      properties: { a: { type: 'string' }, why: { type: 'string' } },
      required: ['a', 'why'],
    });
  });

  it('rejects a schema that is not of an object', () => {
    for (const type of ['array', 'string', ['object', 'null']]) {
      expect(() => augmentInputSchema({ type }, extra)).toThrow('the input schema has `type: ');
    }
    for (const schema of ['{"type":"object"}', null, ['a']]) {
      expect(() => augmentInputSchema(schema as never, extra)).toThrow('the input schema is ');
    }
    const none = 'the added arguments are not an object with properties';
    expect(() => augmentInputSchema({ type: 'object' }, undefined as never)).toThrow(none);
  });

  it('adds `properties` and `required` to a schema without them', () => {
    expect(augmentInputSchema({}, extra)).toEqual(extra);
  });

  it('adds the properties to the root only, if the schema refers to itself', () => {
    const properties = { name: { type: 'string' }, parts: { type: 'array', items: { $ref: '#' } } };
    const tree = { type: 'object', properties, required: ['name'], $defs: { Input: { type: 'string' } } };
    const own = { ...properties, parts: { type: 'array', items: { $ref: '#/$defs/Input2' } } };
    expect(augmentInputSchema(tree, extra)).toEqual({
      $defs: {
        Input: { type: 'string' },
        Input2: { type: 'object', properties: own, required: ['name'] },
      },
      type: 'object',
      properties: { ...own, why: { type: 'string' } },
      required: ['name', 'why'],
    });
    const parts = { items: { $ref: '#/$defs/Arguments' } };
    expect(augmentInputSchema({ type: 'object' }, tree)['properties']).toMatchObject({ parts });
  });

  it('rejects a property that the schema declares in a subschema or a reference', () => {
    const why = { type: 'object', properties: { why: { type: 'number' } } };
    const schemas: JsonObject[] = [
      { type: 'object', allOf: [why] },
      { type: 'object', anyOf: [{ type: 'object' }, { allOf: [why] }] },
      { type: 'object', if: { required: ['a'] }, else: why },
      { $ref: '#/$defs/In', $defs: { In: why } },
    ];
    for (const schema of schemas)
      expect(() => augmentInputSchema(schema, extra)).toThrow('already has an argument "why"');
    const deeper = { type: 'object', properties: { a: why } };
    expect(augmentInputSchema(deeper, extra)['properties']).toMatchObject({ a: why, why: { type: 'string' } });
  });

  it('renames an added definition that has the name of an existing one', () => {
    const own = { type: 'object', $defs: { Item: { type: 'string' } }, properties: { a: { $ref: '#/$defs/Item' } } };
    const other = { type: 'object', $defs: { Item: { type: 'number' } }, properties: { b: { $ref: '#/$defs/Item' } } };
    expect(augmentInputSchema(own, other)).toEqual({
      type: 'object',
      $defs: { Item: { type: 'string' }, Item2: { type: 'number' } },
      properties: { a: { $ref: '#/$defs/Item' }, b: { $ref: '#/$defs/Item2' } },
      required: [],
    });
  });
});
