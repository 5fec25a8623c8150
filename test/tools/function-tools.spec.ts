import { describe, expect, it } from 'vitest';
import { Inject, Injectable, Scope } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { type } from 'arktype';
import { IsInt, Min } from 'class-validator';
import * as v from 'valibot';
import {
  functionTool,
  type JsonObject,
  provideFunctionTool,
  Tool,
  ToolCallbackProvider,
  ToolContext,
  ToolgateModule,
  ToolParam,
} from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { FunctionToolCallback, JsonToolCallResultConverter, ToolRegistry } from 'toolgate/tool';
import { z } from 'zod';
import { boot, lastResults, lastTexts } from '../story.fixture.js';

class Amount {
  @ToolParam({ description: 'Euros' }) @IsInt() @Min(1) euros!: number;

  inCents() {
    return this.euros * 100;
  }
}

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;

/** Does not compile if two types differ. */
const same = <A, B>(is: Same<A, B>): boolean => is;

const schemaOf = (tool: ReturnType<typeof functionTool>): JsonObject => {
  const { $schema: _dialect, ...schema } = tool.definition.inputSchema;
  return schema;
};

const textOf = async (tool: ReturnType<typeof functionTool>, input: JsonObject = {}, context = {}) => {
  const { chat, model } = await boot({ script: [callsTools(toolCall(tool.definition.name, input)), 'End.'] });
  await chat.prompt('Go').tools(tool).toolContext(context).call().content();
  return lastTexts(model)[0];
};

describe('a function as a tool', () => {
  it('receives the output of a Standard Schema, with its type', async () => {
    const tool = functionTool({
      name: 'age',
      description: 'How old',
      parameters: z.object({
        born: z.iso.datetime().transform((text) => new Date(text)),
        loud: z.boolean().default(false),
      }),
      run: (input) => {
        same<typeof input, { born: Date; loud: boolean }>(true);
        return `${input.born.getUTCFullYear()} ${input.loud}`;
      },
    });
    expect(tool.definition).toMatchObject({ name: 'age', description: 'How old' });
    expect(schemaOf(tool)).toMatchObject({ required: ['born'], additionalProperties: false });
    await expect(textOf(tool, { born: '2001-02-03T04:05:06Z', extra: 1 })).resolves.toBe('2001 false');
    await expect(textOf(tool, { born: 'yesterday' })).resolves.toContain('Invalid arguments for "age": /born');
  });

  it('accepts a schema of any library that follows the Standard Schema specification', async () => {
    const ark = functionTool({
      name: 'ark',
      parameters: type({ city: 'string', 'days?': 'number' }),
      run: (input) => {
        same<typeof input, { city: string; days?: number }>(true);
        return input.city;
      },
    });
    const valibot = functionTool({
      name: 'valibot',
      parameters: v.pipeAsync(
        v.object({ city: v.string() }),
        v.transformAsync(async ({ city }) => ({ city: city.toUpperCase() })),
      ),
      inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      run: (input) => {
        same<typeof input, { city: string }>(true);
        return input.city;
      },
    });
    await expect(textOf(ark, { city: 'Berlin' })).resolves.toBe('Berlin');
    await expect(textOf(valibot, { city: 'Berlin', more: 1 })).resolves.toBe('BERLIN');
  });

  it('receives an instance of a DTO class, validated by class-validator', async () => {
    const tool = functionTool({
      name: 'pay',
      parameters: Amount,
      run: (amount) => {
        same<typeof amount, Amount>(true);
        return `${amount instanceof Amount} ${amount.inCents()}`;
      },
    });
    expect(schemaOf(tool)).toMatchObject({ properties: { euros: { description: 'Euros', minimum: 1 } } });
    await expect(textOf(tool, { euros: 4 })).resolves.toBe('true 400');
    await expect(textOf(tool, { euros: 0 })).resolves.toContain('/euros must be at least 1');
  });

  it('receives JSON if it declares a JSON Schema, a new copy for each call', async () => {
    const seen: JsonObject[] = [];
    const said = { type: 'object', properties: { at: { type: 'object' } }, required: ['at'] };
    for (const options of [{ parameters: said }, { inputSchema: said }]) {
      const tool = functionTool({
        name: 'raw',
        ...options,
        run: (input) => {
          same<typeof input, JsonObject>(true);
          seen.push(input);
          (input['at'] as { changed?: boolean }).changed = true;
        },
      });
      expect(schemaOf(tool)).toEqual({ ...said, additionalProperties: false });
      const { chat, model } = await boot({
        script: [
          callsTools(toolCall('raw', { at: {}, b: 1 }), toolCall('raw', {}), toolCall('raw', { at: {} })),
          'End.',
        ],
      });
      await chat.prompt('Go').tools(tool).call().content();
      expect(lastTexts(model)).toEqual(['Done', expect.stringContaining('/at is required'), 'Done']);
    }
    expect(seen).toEqual(Array.from({ length: 4 }, () => ({ at: { changed: true } })));
  });

  it('has a schema of an object with properties, even if the raw schema omits them', () => {
    const object = { type: 'object', properties: {}, required: [], additionalProperties: false };
    for (const inputSchema of [{}, { type: 'object' }, { type: 'object', properties: {} }]) {
      expect(schemaOf(functionTool({ name: 'raw', inputSchema, run() {} }))).toMatchObject({
        type: 'object',
        properties: {},
        required: [],
      });
    }
    const properties = { a: { type: 'string' } };
    const tool = functionTool({ name: 'raw', inputSchema: { properties, title: 'Raw' }, run() {} });
    expect(schemaOf(tool)).toEqual({ ...object, properties, title: 'Raw' });
  });

  it('receives an empty input if it declares no schema', async () => {
    const tool = functionTool({
      name: 'ping',
      run: (input) => {
        same<typeof input, JsonObject>(true);
        return Object.keys(input).length;
      },
    });
    expect(tool.definition.description).toBe('ping');
    expect(schemaOf(tool)).toEqual({ type: 'object', properties: {}, required: [], additionalProperties: false });
    await expect(textOf(tool, { a: 1 })).resolves.toBe('0');
  });

  it('is described by its name if its description is blank', () => {
    for (const description of [undefined, '', ' \n']) {
      expect(functionTool({ name: 'ping', description, run: () => 'pong' }).definition.description).toBe('ping');
    }
  });

  it('may take the context or nothing, return nothing, and be asynchronous', async () => {
    const tenant = functionTool({
      name: 'tenant',
      run: async (_input, context: ToolContext<{ tenant: string }>) =>
        `${context.data.tenant} ${context.call?.toolName}`,
    });
    await expect(textOf(tenant, {}, { tenant: 'acme' })).resolves.toBe('acme tenant');
    interface Desk {
      tenant: string;
    }
    const desk = functionTool({ name: 'desk', run: (_input, { data }: ToolContext<Desk>) => data.tenant });
    await expect(textOf(desk, {}, { tenant: 'acme' })).resolves.toBe('acme');
    await expect(textOf(functionTool({ name: 'now', run: () => 'now' }))).resolves.toBe('now');
    await expect(textOf(functionTool({ name: 'quiet', run() {} }))).resolves.toBe('Done');
    await expect(textOf(functionTool({ name: 'later', run: async () => {} }))).resolves.toBe('Done');
    const own = functionTool({
      name: 'own',
      run() {
        return (this as { readonly name?: string }).name;
      },
    });
    await expect(textOf(own)).resolves.toBe('own');
    const last = functionTool({
      name: 'last',
      async *run() {
        yield 1;
        yield 2;
      },
    });
    await expect(textOf(last)).resolves.toBe('2');
  });

  it('runs beside methods in one batch', async () => {
    class Desk {
      @Tool()
      open() {
        return 'open';
      }
    }
    const tools = [new Desk(), functionTool({ name: 'now', run: () => 'now' })];
    const calls = callsTools(toolCall('now', {}, '1'), toolCall('open', {}, '2'), toolCall('now', {}, '3'));
    const { chat, model } = await boot({ script: [calls, 'End.'] });
    await chat.prompt('Go').tools(tools).call().content();
    expect(lastResults(model).map(({ toolCallId, toolName }) => `${toolCallId} ${toolName}`)).toEqual([
      '1 now',
      '2 open',
      '3 now',
    ]);
    expect(lastTexts(model)).toEqual(['now', 'open', 'now']);
  });

  it('returns the message of its error to the model', async () => {
    const tool = functionTool({
      name: 'fail',
      run: () => {
        throw new Error('no database');
      },
    });
    await expect(textOf(tool)).resolves.toBe('no database');
  });

  it('accepts every option of a tool method', async () => {
    class Loud extends JsonToolCallResultConverter {
      override convert(result: unknown, toolName: string) {
        const output = super.convert(result, toolName);
        return output.type === 'text' ? { ...output, text: output.text.toUpperCase() } : output;
      }
    }
    const metadata = {
      returnDirect: true,
      requiresApproval: false,
      sequential: true,
      idempotent: true,
      timeoutMs: 500,
      maxResultLength: 1000,
      tags: ['a'],
      hints: { readOnly: true },
    };
    const tool = functionTool({ name: 'all', ...metadata, resultConverter: Loud, run: () => 'loud' });
    expect(tool.metadata).toEqual(metadata);
    expect(Object.isFrozen(tool.metadata)).toBe(true);
    const { chat } = await boot({ script: [callsTools(toolCall('all'))] });
    await expect(chat.prompt('Go').tools(tool).call().content()).resolves.toBe('LOUD');
  });

  it('is rejected at its creation, with an instruction, if its options are invalid', () => {
    const make = (options: object) => () => functionTool({ name: 'x', run: () => {}, ...options } as never);
    expect(make({ name: ' ' })).toThrow('functionTool() has no name');
    expect(make({ name: undefined })).toThrow('functionTool() has no name');
    expect(make({ run: 'text' })).toThrow(
      'functionTool("x") has nothing to run. Pass a function: `run: (input, context) => …`.',
    );
    expect(make({ run: undefined, execute: () => 'done' })).toThrow(
      'functionTool("x") has nothing to run: `execute` is not an option. Rename it to `run`, or pass a function: `run: (input, context) => …`.',
    );
    for (const parameters of [z.string(), { type: 'array' }, String, z.array(z.string())]) {
      expect(make({ parameters })).toThrow('functionTool("x"): the whole input of a tool must be an object');
    }
    expect(make({ inputSchema: { type: 'string' } })).toThrow(
      'functionTool("x"): the whole input of a tool must be an object',
    );
    expect(make({ parameters: { type: 'objekt' } })).toThrow('functionTool("x"): ');
    expect(make({ requireApproval: true })).toThrow(
      'functionTool("x"): `requireApproval` is not an option. Use one of: name,',
    );
    expect(make({ tags: 'a' })).toThrow(
      `functionTool("x"): \`tags\` is a string. Pass an array of strings, such as ['read'], or leave it out.`,
    );
    expect(make({ parameters: v.object({ a: v.string() }) })).toThrow(/functionTool\("x"\): .*`inputSchema: \{/);
  });

  it('can be called directly by the application', async () => {
    const tool = functionTool({ name: 'twice', parameters: z.object({ n: z.number() }), run: ({ n }) => 2 * n });
    await expect(tool.call('{"n":"4"}')).resolves.toMatchObject({ output: { type: 'json', value: 8 } });
    await expect(tool.call('{}')).rejects.toThrow('/n is required');
    await expect(tool.call('[]')).rejects.toThrow('must be a JSON object');
    await expect(tool.call('null')).rejects.toThrow('/n is required');
    const ping = functionTool({ name: 'ping', run: () => 'pong' });
    for (const nothing of ['', ' \n', 'null', '{}']) {
      await expect(ping.call(nothing)).resolves.toMatchObject({ output: { text: 'pong' } });
    }
  });
});

@Injectable()
class Orders {
  find(id: string) {
    return `order ${id}`;
  }
}

const find = provideFunctionTool('find', {
  description: 'Find an order',
  parameters: z.object({ id: z.string() }),
  tags: ['read'],
  inject: [Orders, 'CURRENCY'],
  useFactory: (orders, currency: string) => (input, context) => {
    same<typeof orders, Orders>(true);
    same<typeof input, { id: string }>(true);
    return `${orders.find(input.id)} in ${currency} for ${context.data['tenant'] as string}`;
  },
});
const currency = { provide: 'CURRENCY', useValue: 'EUR' };

describe('a function as a provider', () => {
  it('receives the injected services, and is found by name and by tag', async () => {
    const { chat, model, app } = await boot({
      script: [callsTools(toolCall('find', { id: 'A-1' })), 'End.'],
      providers: [Orders, currency, find],
    });
    expect(app.get(ToolRegistry).get('find')).toMatchObject({
      definition: { name: 'find', description: 'Find an order' },
      metadata: { tags: ['read'] },
    });
    await chat.prompt('Go').tools('find').toolContext({ tenant: 'acme' }).call().content();
    expect(lastTexts(model)).toEqual(['order A-1 in EUR for acme']);
  });

  it('can be injected by its name', async () => {
    @Injectable()
    class Desk {
      constructor(@Inject('find') readonly tool: FunctionToolCallback) {}
    }
    const { app } = await boot({ providers: [Orders, currency, find, Desk] });
    expect(app.get('find')).toBe(app.get(ToolRegistry).get('find'));
    expect(app.get(Desk).tool.definition.name).toBe('find');
  });

  it('can be overridden in a test', async () => {
    const module = Test.createTestingModule({
      imports: [ToolgateModule.forRoot({})],
      providers: [Orders, currency, find],
    });
    const other = functionTool({ name: 'find', run: () => 'nothing' });
    const app = await module.overrideProvider('find').useValue(other).compile();
    await app.init();
    expect(app.get(ToolRegistry).get('find')).toBe(other);
    await app.close();
  });

  it('may have an asynchronous factory and no services', async () => {
    const providers = [
      provideFunctionTool('later', { useFactory: async () => () => 'later' }),
      { provide: 'a token', useValue: functionTool({ name: 'value', run: () => 'value' }) },
    ];
    const { chat, model } = await boot({
      script: [callsTools(toolCall('later'), toolCall('value')), 'End.'],
      providers,
    });
    await chat.prompt('Go').tools('later', 'value').call().content();
    expect(lastTexts(model)).toEqual(['later', 'value']);
  });

  it('may be one of several tools of a ToolCallbackProvider', async () => {
    @Injectable()
    class Reports extends ToolCallbackProvider {
      private readonly tools;

      constructor(@Inject('NAMES') names: readonly string[]) {
        super();
        this.tools = names.map((name) => functionTool({ name, run: () => `report ${name}` }));
      }

      toolCallbacks() {
        return this.tools;
      }
    }
    const { chat, model } = await boot({
      script: [callsTools(toolCall('day'), toolCall('week')), 'End.'],
      providers: [Reports, { provide: 'NAMES', useValue: ['day', 'week'] }],
    });
    await chat.prompt('Go').tools('day', 'week').call().content();
    expect(lastTexts(model)).toEqual(['report day', 'report week']);
  });

  it('stops start-up if its factory returns no function, or if its name is a duplicate', async () => {
    const wrong = provideFunctionTool('wrong', { useFactory: (() => 'text') as never });
    await expect(boot({ providers: [wrong] })).rejects.toThrow(
      'provideFunctionTool("wrong") does not return a function',
    );
    const twin = provideFunctionTool('find', { useFactory: () => () => 'other' });
    await expect(boot({ providers: [Orders, currency, find, twin] })).rejects.toThrow(
      'Two tools are named "find": functionTool("find") in RootTestModule and functionTool("find") in RootTestModule.',
    );
    const shop = { module: class ShopModule {}, providers: [Orders, currency, twin, find] };
    await expect(boot({ imports: [shop] })).rejects.toThrow(
      'Two tools are named "find": functionTool("find") in ShopModule and functionTool("find") in ShopModule.',
    );
    await expect(boot({ providers: [Orders, currency, find, { provide: 'find', useValue: 7 }] })).rejects.toThrow(
      'provideFunctionTool("find") in RootTestModule has the injection token of another provider, "find". Rename one of the two.',
    );
    expect(() => provideFunctionTool(' ', { useFactory: () => () => 'x' })).toThrow(
      'provideFunctionTool() has no name',
    );
    await expect(boot({ providers: [provideFunctionTool('bare', {} as never)] })).rejects.toThrow(
      'provideFunctionTool("bare") has no useFactory. Pass a function that receives the services and returns the tool\'s body.',
    );
    const list = provideFunctionTool('list', { parameters: z.array(z.string()) as never, useFactory: () => () => 'x' });
    await expect(boot({ providers: [list] })).rejects.toThrow('functionTool("list"): the whole input');
  });

  it('stops start-up if an injected service is request-scoped', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Session {}
    const who = provideFunctionTool('who', { inject: [Session], useFactory: (session) => () => session });
    await expect(boot({ providers: [Session, who] })).rejects.toThrow(
      'provideFunctionTool("who") in RootTestModule is request-scoped or transient, or depends on something that is.',
    );
  });

  it('returns its errors to the model like every other tool', async () => {
    const boom = provideFunctionTool('boom', {
      useFactory: () => () => {
        throw new Error('out of stock');
      },
    });
    const { chat, model } = await boot({ script: [callsTools(toolCall('boom')), 'End.'], providers: [boom] });
    await chat.prompt('Go').tools('boom').call().content();
    expect(lastResults(model)).toMatchObject([{ output: { text: 'out of stock' }, outcome: { type: 'error' } }]);
  });
});
