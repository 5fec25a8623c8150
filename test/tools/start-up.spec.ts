import { afterEach, describe, expect, it, vi } from 'vitest';
import { Injectable } from '@nestjs/common';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { IsInt, Matches, Min } from 'class-validator';
import type { JsonSchema } from 'toolgate/model';
import { functionTool, Tool, ToolCallback, type ToolCallResult, ToolParam } from 'toolgate/tool';
import { callsTools, toolCall } from 'toolgate/testing';
import { z } from 'zod';
import { boot, lastTexts } from '../story.fixture.js';

class Line {
  @Matches(/^[A-Z]-\d+$/)
  article!: string;

  @IsInt()
  @Min(1)
  count!: number;
}

@Injectable()
class Orders {
  @Tool({ description: 'Finds an order' })
  find(orderNumber: string) {
    return `${orderNumber} is paid`;
  }

  @Tool({ description: 'Adds lines' })
  add(orderNumber: string, @ToolParam({ items: Line }) lines: Line[]) {
    return `${orderNumber} has ${lines.length}`;
  }

  @Tool({ description: 'Rates an order', parameters: z.object({ stars: z.number().int().min(1).max(5) }) })
  rate({ stars }: { stars: number }) {
    return `${stars} stars`;
  }
}

const RAW: JsonSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const weather = functionTool({ name: 'weather', description: 'The weather', inputSchema: RAW, run: () => 'sunny' });

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('an application with tools', () => {
  it('compiles each schema once, at the first call that it validates', async () => {
    const compiled = vi.spyOn(Ajv2020.prototype, 'addSchema');
    const calls = [
      [
        toolCall('find', { orderNumber: 'A-1' }),
        toolCall('add', { orderNumber: 'A-1', lines: [{ article: 'B-2', count: 0 }] }),
      ],
      [toolCall('rate', { stars: 6 }), toolCall('weather', {})],
      [toolCall('find', { orderNumber: 'A-2' })],
    ];
    const script = [...calls.map((batch) => callsTools(...batch)), 'Done.'];
    const { chat, model } = await boot({ script, providers: [Orders, { provide: ToolCallback, useValue: weather }] });
    const schemas = () => compiled.mock.calls.filter(([, key]) => key === 'toolgate:schema').length;
    expect(schemas()).toBe(0);
    await chat.prompt('Go').tools(Orders, 'weather').call().content();
    const results = model.prompts.slice(1).map(({ messages }) => JSON.stringify(messages.at(-1)));
    expect(lastTexts(model)).toEqual(['A-2 is paid']);
    expect(results[0]).toContain('A-1 is paid');
    expect(results[0]).toContain('/lines/0/count must be at least 1');
    expect(results[1]).toContain('/stars must be at most 5');
    expect(results[1]).toContain('/city is required');
    // Three of these schemas found an error, and are compiled again to state all of them.
    expect(schemas()).toBe(4 + 3);
  });

  it.each<[string, JsonSchema, string]>([
    [
      'a type that does not exist',
      { type: 'object', properties: { a: { type: 'objekt' } } },
      'not a valid JSON Schema',
    ],
    ['a pattern that is not an expression', { type: 'object', properties: { a: { pattern: '(' } } }, 'Invalid regular'],
    ['a pattern without a linear engine', { type: 'object', properties: { a: { pattern: '(?=a)' } } }, 'linear time'],
    ['a reference to nothing', { type: 'object', properties: { a: { $ref: '#/$defs/B' } } }, "can't resolve reference"],
    ['a length below zero', { type: 'object', properties: { a: { minLength: -1 } } }, 'must be >= 0'],
  ])('does not start with %s', async (_name, inputSchema, problem) => {
    @Injectable()
    class Broken {
      @Tool({ description: 'Runs', inputSchema })
      run(a?: string) {
        return a;
      }
    }
    await expect(boot({ providers: [Broken] })).rejects.toThrow(problem);
  });

  it('does not start in a process that forbids code from strings, where no schema can be compiled', async () => {
    const forbidden = new EvalError('Code generation from strings disallowed for this context');
    vi.stubGlobal('Function', function () {
      throw forbidden;
    });
    const problem = await boot({ providers: [Orders] }).catch((error: unknown) => error);
    vi.unstubAllGlobals();
    expect(String(problem)).toContain('Start Node without --disallow-code-generation-from-strings.');
    expect(String(problem)).toContain('find');
  });

  it.each<[JsonSchema['type'], boolean]>([
    ['string', false],
    [['string', 'null'], false],
    [['object', 'null'], true],
    [undefined, true],
  ])(
    'starts with an own ToolCallback whose input has the type %j only if it may be an object',
    async (type, starts) => {
      class Weather extends ToolCallback {
        readonly definition = { name: 'weather', description: 'The weather', inputSchema: { ...(type && { type }) } };
        readonly metadata = {};

        async call(): Promise<ToolCallResult> {
          return { output: { type: 'text', text: 'sunny' }, outcome: { type: 'success' } };
        }
      }
      const started = boot({ providers: [Weather] });
      if (starts) return await expect(started).resolves.toBeDefined();
      await expect(started).rejects.toThrow(
        `Weather, inputSchema of "weather": the schema has \`type: ${JSON.stringify(type)}\`, and the arguments of a call are an object. Use { type: 'object', properties: { … } }.`,
      );
    },
  );
});
