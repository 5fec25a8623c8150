import { describe, expect, it } from 'vitest';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import type { Class } from '#core';
import { ToolContext } from '../contract/tool-context.js';
import { ToolParam } from '../declare/tool-param.decorator.js';
import { Tool } from '../declare/tool.decorator.js';
import { type PreparedArguments, planMethod } from './plan-method.js';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const context = new ToolContext();

function plan(type: Class, key: string, isStatic = false) {
  return planMethod(type, key, { isStatic });
}

async function argumentsFor(type: Class, key: string, input: string): Promise<unknown[]> {
  const prepared = await plan(type, key).prepare(JSON.parse(input));
  if (prepared.type === 'issues') throw new Error(JSON.stringify(prepared.issues));
  return prepared.makeArguments(context);
}

async function issuesFor(type: Class, key: string, input: string) {
  const prepared = await plan(type, key).prepare(JSON.parse(input));
  return prepared.type === 'issues' ? prepared.issues : [];
}

enum Status {
  Open = 'open',
  Closed = 'closed',
}
enum Level {
  Low = 1,
  High = 2,
}

class Orders {
  @Tool({ description: 'Look an order up', requiresApproval: false, tags: ['read'] })
  find(@ToolParam({ description: 'Order number' }) orderNumber: string, limit = 5) {
    return [orderNumber, limit];
  }

  @Tool()
  plain(name: string, count: number, loud: boolean, when: Date) {
    return [name, count, loud, when];
  }

  @Tool({ name: '' })
  mixed(first: string, ctx: ToolContext, @ToolParam({ name: 'second_one' }) second: number) {
    return [first, ctx, second];
  }

  @Tool()
  enums(
    @ToolParam({ enum: Status }) status: Status,
    @ToolParam({ enum: Level }) level: Level,
    @ToolParam({ enum: ['a', 'b'] }) letter: 'a' | 'b',
    @ToolParam({ enum: Status, type: () => [String], required: false }) several: readonly Status[],
  ) {
    return [status, level, letter, several];
  }

  @Tool()
  lists(@ToolParam({ type: () => [Date] }) dates: Date[], @ToolParam({ type: [[Number]] }) grid: number[][]) {
    return [dates, grid];
  }

  @Tool()
  maps(
    @ToolParam({ mapOf: Date }) dates: Record<string, Date>,
    @ToolParam({ mapOf: Number }) sizes: Map<string, number>,
  ) {
    return [dates, sizes];
  }

  @Tool()
  defaults(
    @ToolParam({ default: 'EUR', examples: ['USD'] }) currency: string,
    @ToolParam({ required: false }) note: string,
  ) {
    return [currency, note];
  }

  @Tool()
  nothing(ctx: ToolContext) {
    return ctx;
  }
}

class BrokenDefault {
  @Tool()
  find(limit = 5) {
    return limit;
  }
}

describe('the schema of a tool method that a model receives', () => {
  it('has one required property for each parameter, typed by the code', () => {
    expect(JSON.stringify(plan(Orders, 'plain').definition)).toBe(
      JSON.stringify({
        name: 'plain',
        description: 'plain',
        inputSchema: {
          $schema: DIALECT,
          type: 'object',
          properties: {
            name: { type: 'string' },
            count: { type: 'number' },
            loud: { type: 'boolean' },
            when: { type: 'string', format: 'date-time' },
          },
          required: ['name', 'count', 'loud', 'when'],
          additionalProperties: false,
        },
      }),
    );
  });

  it('leaves out the ToolContext at any position', () => {
    const { inputSchema, name } = plan(Orders, 'mixed').definition;
    expect(name).toBe('mixed');
    expect(inputSchema).toMatchObject({
      properties: { first: { type: 'string' }, second_one: { type: 'number' } },
      required: ['first', 'second_one'],
    });
    expect(plan(Orders, 'nothing').definition.inputSchema).toMatchObject({ properties: {}, required: [] });
  });

  it('contains the enums, lists, maps, defaults and examples of the options', () => {
    expect(plan(Orders, 'enums').definition.inputSchema).toMatchObject({
      properties: {
        status: { type: 'string', enum: ['open', 'closed'] },
        level: { type: 'number', enum: [1, 2] },
        letter: { type: 'string', enum: ['a', 'b'] },
        several: { type: 'array', items: { type: 'string', enum: ['open', 'closed'] } },
      },
      required: ['status', 'level', 'letter'],
    });
    expect(plan(Orders, 'lists').definition.inputSchema['properties']).toEqual({
      dates: { type: 'array', items: { type: 'string', format: 'date-time' } },
      grid: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
    });
    expect(plan(Orders, 'maps').definition.inputSchema['properties']).toEqual({
      dates: { type: 'object', additionalProperties: { type: 'string', format: 'date-time' } },
      sizes: { type: 'object', additionalProperties: { type: 'number' } },
    });
    expect(plan(Orders, 'defaults').definition.inputSchema).toMatchObject({
      properties: { currency: { type: 'string', default: 'EUR', examples: ['USD'] }, note: { type: 'string' } },
      required: [],
    });
  });

  it('fails if a type is not written out', () => {
    expect(plan(Orders, 'plain').metadata).toEqual({});
    expect(() => plan(Orders, 'find')).toThrow(/Orders\.find, parameter 1 \(limit\): its type cannot be read/);
    expect(() => plan(BrokenDefault, 'find')).toThrow('@ToolParam({ type: Number })');
  });
});

describe('an input', () => {
  it('of primitives is prepared synchronously and becomes the arguments in their order', () => {
    const prepared = plan(Orders, 'mixed').prepare({ second_one: 2, first: 'a', extra: true }) as PreparedArguments;
    expect(prepared.input).toEqual({ first: 'a', second_one: 2 });
    expect(prepared.value).toEqual({ first: 'a', second_one: 2 });
    expect(prepared.makeArguments(context)).toEqual(['a', context, 2]);
  });

  it('becomes dates, lists and maps, created for each call', () => {
    const prepared = plan(Orders, 'lists').prepare({
      dates: ['2026-01-31T09:30:00Z'],
      grid: [[1]],
    }) as PreparedArguments;
    const [first, second] = [prepared.makeArguments(context), prepared.makeArguments(context)] as unknown[][];
    expect(first).toEqual([[new Date('2026-01-31T09:30:00Z')], [[1]]]);
    expect(first![1]).not.toBe(second![1]);
    expect(prepared.input).toEqual({ dates: ['2026-01-31T09:30:00Z'], grid: [[1]] });
  });

  it('becomes a Map if the method takes one', async () => {
    const [dates, sizes] = await argumentsFor(Orders, 'maps', '{"dates":{"a":"2026-01-31T09:30:00Z"},"sizes":{"b":2}}');
    expect(dates).toEqual({ a: new Date('2026-01-31T09:30:00Z') });
    expect(sizes).toEqual(new Map([['b', 2]]));
  });

  it('may be any JSON if the schema has no type', async () => {
    class Anything {
      @Tool()
      take(@ToolParam({ schema: {} }) value: unknown) {
        return value;
      }
    }
    expect(plan(Anything, 'take').definition.inputSchema['properties']).toEqual({ value: {} });
    for (const value of ['text', 5, true, null, [1, ['a']], { a: { b: null } }]) {
      expect(await argumentsFor(Anything, 'take', JSON.stringify({ value }))).toEqual([value]);
    }
  });

  it('uses the default of a missing property', async () => {
    expect(await argumentsFor(Orders, 'defaults', '{}')).toEqual(['EUR', undefined]);
    const prepared = plan(Orders, 'defaults').prepare(null as never) as PreparedArguments;
    expect(prepared.input).toEqual({});
    expect(prepared.value).toEqual({ currency: 'EUR' });
  });

  it('that is invalid returns all issues with their paths, without the values', async () => {
    expect(await issuesFor(Orders, 'plain', '{"count":"secret","loud":null,"when":"secret"}')).toEqual([
      { path: '/name', message: 'is required: a string' },
      { path: '/count', message: 'must be a number' },
      { path: '/loud', message: 'must be true or false' },
      { path: '/when', message: 'must be a date and time with its zone, such as 2026-01-31T09:30:00Z' },
    ]);
    expect(await issuesFor(Orders, 'enums', '{"status":"x","level":null,"letter":"a","several":["open","x"]}')).toEqual(
      [
        { path: '/status', message: 'must be "open" or "closed"' },
        { path: '/level', message: 'must be 1 or 2' },
        { path: '/several/1', message: 'must be "open" or "closed"' },
      ],
    );
    expect(await issuesFor(Orders, 'plain', '[]')).toEqual([{ path: '', message: 'must be an object' }]);
  });
});

const Address = z.object({ street: z.string(), since: z.iso.datetime().transform((text) => new Date(text)) });

class Schemas {
  @Tool({ parameters: z.object({ city: z.string().min(2), days: z.number().int().default(3) }) })
  zod(input: { city: string; days: number }) {
    return input;
  }

  @Tool()
  nested(@ToolParam({ schema: Address, description: 'Where' }) address: z.output<typeof Address>) {
    return address;
  }

  @Tool({ parameters: type({ city: 'string >= 2', 'days?': 'number' }) })
  ark(input: unknown, ctx: ToolContext) {
    return [input, ctx];
  }

  @Tool({ parameters: v.object({ city: v.string() }) })
  valibot(input: unknown) {
    return input;
  }

  @Tool({
    parameters: v.object({
      city: v.pipeAsync(
        v.string(),
        v.checkAsync(async (city) => city !== 'Nowhere', 'no such city'),
      ),
    } as never),
    inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  })
  valibotBoth(input: unknown) {
    return input;
  }

  @Tool({
    parameters: { type: 'object', properties: { a: { type: 'object', properties: { b: { type: 'integer' } } } } },
  })
  raw(input: unknown) {
    return input;
  }

  @Tool({ parameters: { type: 'objekt' } })
  invalid(input: unknown) {
    return input;
  }

  @Tool({ parameters: z.object({ when: z.date() }) })
  date(input: unknown) {
    return input;
  }

  @Tool({ parameters: z.string() })
  text(input: unknown) {
    return input;
  }
}

class Waiting {
  @Tool()
  run(
    @ToolParam({
      schema: {
        '~standard': {
          version: 1,
          vendor: 'slow',
          validate: async (value) =>
            value === 'bad'
              ? { issues: [{ message: 'no such city', path: ['at', { key: 0 }] }] }
              : { value: `${String(value)}!` },
          jsonSchema: { input: () => ({ type: 'string' }) },
        },
      },
    })
    city: string,
    @ToolParam({ type: ToolContext }) ctx: unknown,
  ) {
    return [city, ctx];
  }

  @Tool()
  telling(
    @ToolParam({ schema: type('string').narrow((text, ctx) => text !== 'S3CRET' || ctx.mustBe('public')) })
    text: string,
  ) {
    return text;
  }

  @Tool()
  when(date: Date) {
    return date;
  }
}

describe('a problem that JSON Schema cannot detect', () => {
  it('may be found asynchronously', async () => {
    const prepared = plan(Waiting, 'run').prepare({ city: 'Berlin' });
    expect(prepared).toBeInstanceOf(Promise);
    expect(await prepared).toMatchObject({ input: { city: 'Berlin' }, value: { city: 'Berlin!' } });
    expect(await argumentsFor(Waiting, 'run', '{"city":"Berlin"}')).toEqual(['Berlin!', context]);
    expect(await issuesFor(Waiting, 'run', '{"city":"bad"}')).toEqual([
      { path: '/city/at/0', message: 'no such city' },
    ]);
  });

  it('is reported without the value, even if the library’s message has it', async () => {
    const [issue] = await issuesFor(Waiting, 'telling', '{"text":"S3CRET"}');
    expect(issue).toEqual({ path: '/text', message: 'must be public' });
  });

  it('is a leap second, for a Date', async () => {
    expect(await issuesFor(Waiting, 'when', '{"date":"2016-12-31T23:59:60Z"}')).toMatchObject([{ path: '/date' }]);
  });
});

describe('a Standard Schema or raw JSON Schema', () => {
  it('is sent as the schema, closed, and creates the whole value', async () => {
    expect(plan(Schemas, 'zod').definition.inputSchema).toMatchObject({
      $schema: DIALECT,
      type: 'object',
      properties: { city: { type: 'string', minLength: 2 }, days: { type: 'integer', default: 3 } },
      required: ['city'],
      additionalProperties: false,
    });
    expect(await argumentsFor(Schemas, 'zod', '{"city":"Berlin","x":1}')).toEqual([{ city: 'Berlin', days: 3 }]);
    expect(await issuesFor(Schemas, 'zod', '{"city":"B","days":1.5}')).toEqual([
      { path: '/city', message: 'must have at least 2 characters' },
      { path: '/days', message: 'must be a whole number' },
    ]);
    expect(await argumentsFor(Schemas, 'ark', '{"city":"Berlin","x":1}')).toEqual([{ city: 'Berlin' }, context]);
  });

  it('may be one parameter among others', async () => {
    expect(plan(Schemas, 'nested').definition.inputSchema['properties']).toMatchObject({
      address: { type: 'object', additionalProperties: false, description: 'Where' },
    });
    expect(await argumentsFor(Schemas, 'nested', '{"address":{"street":"A","since":"2026-01-31T09:30:00Z"}}')).toEqual([
      { street: 'A', since: new Date('2026-01-31T09:30:00Z') },
    ]);
  });

  it('closes raw JSON Schema at every depth', async () => {
    expect(await argumentsFor(Schemas, 'raw', '{"a":{"b":1,"c":2},"d":3}')).toEqual([{ a: { b: 1 } }]);
  });

  it('fails with an instruction if it has no JSON Schema, or one that is not an object or invalid', () => {
    expect(() => plan(Schemas, 'valibot')).toThrow(/Schemas\.valibot, @Tool\(\{ parameters \}\).*toStandardJsonSchema/);
    expect(() => plan(Schemas, 'date')).toThrow(/Schemas\.date.*Date cannot be represented/);
    expect(() => plan(Schemas, 'text')).toThrow(/the whole input of a tool must be an object/);
    expect(() => plan(Schemas, 'invalid')).toThrow(/Schemas\.invalid.*/);
    expect(plan(Schemas, 'valibotBoth').definition.inputSchema).toMatchObject({ additionalProperties: false });
  });
});
