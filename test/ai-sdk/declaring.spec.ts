import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { anthropic } from '@ai-sdk/anthropic';
import { openai } from '@ai-sdk/openai';
import { openai as olderOpenai } from 'ai-sdk-openai-v2';
import { describe, expect, it } from 'vitest';
import { Tool, ToolDeclarationException, ToolgateModule } from 'toolgate';
import { aiSdkTools, aiSdkToolsModule, type AiSdkTool, type AiSdkToolSet } from 'toolgate/ai-sdk/tools';
import { z } from 'zod';
import { zodSchema } from 'ai';
import { boot } from '../story.fixture.js';
import { onBothVersions } from './both-versions.fixture.js';

const schema = z.object({});

const messageOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof ToolDeclarationException) return error.message;
    throw error;
  }
  throw new Error('Nothing was thrown.');
};

const NOT_A_SCHEMA =
  '`inputSchema` is not a schema. Pass a Standard Schema, such as a zod schema, or jsonSchema({ … }) of the AI SDK.';

onBothVersions('the declaration of a tool of the AI SDK', ({ tool, jsonSchema }) => {
  const execute = () => 'ok';

  it.each<[string, () => unknown, string]>([
    [
      'without execute',
      () => tool({ inputSchema: schema, outputSchema: schema }),
      'outputSchema }). In a loop of the AI SDK, pass it',
    ],
    [
      'that its provider runs',
      () => openai.tools.webSearch({}),
      'In a loop of the AI SDK, pass it beside the gated tools.',
    ],
    ['that its provider defines', () => anthropic.tools.bash_20250124({ execute }), 'define it with tool('],
    ['that is not a tool', () => 'find', 'is not a tool. Create it with tool({'],
    ['that its provider runs, of an older version', () => olderOpenai.tools.webSearch({}), 'is a tool that a provider'],
    ['with an execute that is not a function', () => ({ inputSchema: schema, execute: 'run' }), 'has no `execute`'],
    ['of an unknown type', () => ({ type: 'odd', execute }), 'has the unknown type "odd"'],
    [
      'with a description that is a function',
      () => tool({ description: (() => 'Now') as never, inputSchema: schema, execute }),
      'has a function as its `description`. Pass a string, because every request sends the same definition.',
    ],
    [
      'with a toModelOutput that is not a function',
      () => ({ inputSchema: schema, execute, toModelOutput: {} }),
      'has a `toModelOutput` that is not a function. Pass a function, or leave it out.',
    ],
    [
      'with a needsApproval of another type',
      () => ({ inputSchema: schema, execute, needsApproval: 'yes' }),
      'has a `needsApproval` that is a string. Pass true, false or a function.',
    ],
    [
      'with a needsApproval that is an object',
      () => ({ inputSchema: schema, execute, needsApproval: {} }),
      'has a `needsApproval` that is an object. Pass true, false or a function.',
    ],
    [
      'with a schema that must be awaited',
      () => tool({ inputSchema: jsonSchema(Promise.resolve({ type: 'object' })), execute }),
      '`inputSchema` must be awaited',
    ],
    [
      'with a schema that cannot be loaded',
      () => tool({ inputSchema: jsonSchema(Promise.reject(new Error('offline'))), execute }),
      '`inputSchema` must be awaited',
    ],
    [
      'with a schema of the AI SDK that has no JSON Schema',
      () => tool({ inputSchema: jsonSchema('object' as never), execute }),
      'contains no JSON Schema',
    ],
    ['with a schema of another kind', () => ({ inputSchema: 7, execute }), NOT_A_SCHEMA],
    ['with a bare JSON Schema', () => ({ inputSchema: { type: 'object' }, execute }), NOT_A_SCHEMA],
    [
      'with a schema that JSON cannot describe',
      () => tool({ inputSchema: zodSchema(z.object({ day: z.date() })), execute }),
      '`inputSchema` cannot be written as JSON Schema: Date cannot be represented',
    ],
    [
      'with a schema that is not an object',
      () => tool({ inputSchema: jsonSchema({ type: 'string' }), execute }),
      'must be an object',
    ],
    [
      'with an example that does not match',
      () =>
        tool({ inputSchema: z.object({ id: z.string() }), inputExamples: [{ input: { id: 7 as never } }], execute }),
      'inputExamples[0] of the tool "find" does not match its schema',
    ],
  ])('%s is an error that names the tool and the remedy', (_what, make, message) => {
    const text = messageOf(() => aiSdkTools({ find: make() as AiSdkTool }));
    expect(text).toContain('find');
    expect(text).toContain(message);
  });

  it.each([undefined, null])(
    'without arguments may have the schema %s, and the type that a tool has',
    (inputSchema) => {
      const [find] = aiSdkTools({ find: { type: 'function', inputSchema, execute } });
      expect(find!.definition.inputSchema).toMatchObject({ type: 'object', properties: {} });
    },
  );

  it('lists every invalid tool at once', () => {
    const tools: AiSdkToolSet = { one: tool({ inputSchema: schema, outputSchema: schema }), two: 7 as never };
    const text = messageOf(() => aiSdkTools(tools));
    expect(text).toContain('aiSdkTools("one") has no `execute`');
    expect(text).toContain('aiSdkTools("two") is not a tool');
  });

  it('throws the error of a schema that cannot be created as it is', () => {
    const offline = new Error('The schema cannot be read.');
    const inputSchema = () => {
      throw offline;
    };
    const find = tool({ inputSchema: inputSchema as never, execute });
    expect(() => aiSdkTools({ find, look: tool({ inputSchema: schema, execute }) })).toThrow(offline);
  });

  it('rejects tools that are still loading, and no tools at all', () => {
    expect(messageOf(() => aiSdkTools(Promise.reject(new Error('offline')) as never))).toContain('Await it first');
    expect(messageOf(() => aiSdkTools([] as never))).toBe(
      'aiSdkTools() received an empty list. Pass tools by name: { refund: tool({ … }) }.',
    );
  });

  it('rejects settings of an unknown tool, and invalid settings', () => {
    const find = tool({ inputSchema: schema, execute });
    expect(messageOf(() => aiSdkTools({ find }, { settings: { fnd: {} } as never }))).toBe(
      'aiSdkTools() received settings for "fnd", which is not one of the tools. Use find.',
    );
    expect(messageOf(() => aiSdkTools({}, { settings: { fnd: {} } as never }))).toBe(
      'aiSdkTools() received settings for "fnd", which is not one of the tools. Remove it.',
    );
    expect(messageOf(() => aiSdkTools({ find }, { settings: { find: { timeoutMs: -1 } } }))).toBe(
      'aiSdkTools("find"): `timeoutMs` is -1. Pass a number of milliseconds above 0, or leave it out.',
    );
  });
});

describe('the module of tools of the AI SDK', () => {
  const find: AiSdkTool = { inputSchema: schema, execute: () => 'found' };

  it('stops start-up for an invalid tool', async () => {
    const starting = boot({ imports: [aiSdkToolsModule({ tools: { find: { inputSchema: schema } } })] });
    await expect(starting).rejects.toThrow('aiSdkTools("find") has no `execute`');
  });

  it('stops start-up for a name that another tool has', async () => {
    @Injectable()
    class Orders {
      @Tool({ description: 'Find' })
      find() {}
    }
    const starting = boot({ imports: [aiSdkToolsModule({ tools: { find } })], providers: [Orders] });
    await expect(starting).rejects.toThrow(
      /Two tools are named "find": Orders\.find .+ AiSdkToolCallbacks in AiSdkTools/,
    );
    const twice = boot({ imports: [aiSdkToolsModule({ tools: { find } }), aiSdkToolsModule({ tools: { find } })] });
    await expect(twice).rejects.toThrow('Two tools are named "find"');
  });

  it('creates tools from services of the application', async () => {
    @Injectable()
    class Orders {
      find = () => 'from the service';
    }
    @Module({ providers: [Orders], exports: [Orders] })
    class OrdersModule {}
    const tools = aiSdkToolsModule({
      imports: [OrdersModule],
      inject: [Orders],
      useFactory: async (orders) => ({ find: { inputSchema: schema, execute: () => orders.find() } }),
      settings: { find: { tags: ['read'] } },
    });
    const { app } = await boot({ imports: [tools] });
    const { ToolRegistry } = await import('toolgate/tool');
    const callback = app.get(ToolRegistry).get('find')!;
    expect(callback.metadata).toEqual({ tags: ['read'] });
    expect((await callback.call('{}')).output).toEqual({ type: 'text', text: 'from the service' });
    await app.close();
  });

  it('passes the context of the application to its tools', async () => {
    const show = { inputSchema: schema, execute: (_input: never, { context }: { context: string }) => context };
    const { app } = await boot({ imports: [aiSdkToolsModule({ tools: { show }, context: () => 'of the module' })] });
    const { ToolRegistry } = await import('toolgate/tool');
    const { output } = await app.get(ToolRegistry).get('show')!.call('{}');
    expect(output).toEqual({ type: 'text', text: 'of the module' });
    await app.close();
  });

  it('states what to do if the factory returns no tools', async () => {
    const starting = Test.createTestingModule({
      imports: [ToolgateModule.forRoot({}), aiSdkToolsModule({ useFactory: () => undefined as never })],
    }).compile();
    await expect(starting).rejects.toThrow(
      'aiSdkTools() received undefined. Pass tools by name: { refund: tool({ … }) }.',
    );
  });
});
