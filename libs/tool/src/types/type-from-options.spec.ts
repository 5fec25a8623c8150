import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { planMethod } from '../callbacks/plan-method.js';
import { ToolParam } from '../declare/tool-param.decorator.js';
import { Tool } from '../declare/tool.decorator.js';
import type { EnumValues, ToolParamOptions } from './tool-param-options.js';

enum Status {
  Open = 'open',
  Closed = 'closed',
}

class Item {
  @ToolParam() name!: string;
}

function plan(options: ToolParamOptions) {
  class Taker {
    @Tool()
    take(@ToolParam(options) list: readonly unknown[]) {
      return list;
    }
  }
  return planMethod(Taker, 'take', { isStatic: false });
}

const written = (options: ToolParamOptions) =>
  (plan(options).definition.inputSchema['properties'] as { readonly list: unknown }).list;

describe('a list declared by its items', () => {
  it('is a list of these items', () => {
    for (const items of [String, () => String]) {
      expect(written({ items })).toEqual({ type: 'array', items: { type: 'string' } });
    }
    expect(written({ items: Item })).toEqual(written({ type: () => [Item] }));
    expect(written({ items: [Number] })).toEqual(written({ type: () => [[Number]] }));
    expect(written({ items: Date, type: Array, description: 'When' })).toEqual({
      type: 'array',
      items: { type: 'string', format: 'date-time' },
      description: 'When',
    });
  });

  it('may be of an enum', () => {
    const list = { type: 'array', items: { type: 'string', enum: ['open', 'closed'] } };
    expect(written({ items: String, enum: Status })).toEqual(list);
    expect(written({ items: String, enum: Status })).toEqual(written({ type: () => [String], enum: Status }));
  });

  it('creates instances of them', async () => {
    const prepared = await plan({ items: () => Item }).prepare({ list: [{ name: 'a', extra: 1 }] });
    const list = prepared.type === 'arguments' ? (prepared.value as { list: unknown[] }).list : [];
    expect(list[0]).toBeInstanceOf(Item);
    expect(prepared).toMatchObject({ input: { list: [{ name: 'a' }] } });
  });

  it('fails if another option contradicts it', () => {
    const others: readonly ToolParamOptions[] = [
      { type: () => [Item] },
      { type: Item },
      { mapOf: Item },
      { schema: z.array(z.string()) },
    ];
    for (const other of others) {
      const [name] = Object.keys(other);
      expect(() => plan({ items: Item, ...other })).toThrow(
        `Taker.take, parameter 0 (list): its \`items\` declare a list, but its \`${name}\` declares something else. Use one of them.`,
      );
    }
    for (const items of [Item, Date, [String] as const]) {
      expect(() => plan({ items, enum: Status })).toThrow('Write `items: String` beside `enum`, or leave `enum` out');
    }
  });
});

describe('an enum', () => {
  enum Resolution {
    '4K' = '4k',
    '8K' = '8k',
    Hd = 'hd',
  }
  enum Level {
    Low = 1,
    High = 2,
    Top = 3,
    Cold = -1.5,
  }
  enum Mixed {
    One = 1,
    '1st' = 'first',
  }
  const PERIODS = { '7d': 'week', '30d': 'month', '-1': 'all' } as const;

  it.each<[string, EnumValues, readonly unknown[]]>([
    ['of texts, with keys that begin with a digit', Resolution, ['4k', '8k', 'hd']],
    ['that is an object of constants', PERIODS, ['week', 'month', 'all']],
    ['of numbers, without the names that TypeScript adds', Level, [1, 2, 3, -1.5]],
    ['of both', Mixed, [1, 'first']],
  ])('has all of its values: %s', (_, values, expected) => {
    expect(new Set((written({ enum: values, type: () => [String] }) as { items: { enum: [] } }).items.enum)).toEqual(
      new Set(expected),
    );
  });
});
