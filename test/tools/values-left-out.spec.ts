import { describe, expect, it } from 'vitest';
import { Injectable, type Type } from '@nestjs/common';
import { Tool, ToolParam } from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { inputSchemaOf } from 'toolgate/tool';
import { z } from 'zod';
import { boot, lastResults } from '../story.fixture.js';

let made = 0;

class Page {
  @ToolParam({ schema: z.int().default(10) })
  size!: number;

  @ToolParam({ schema: { type: 'string', default: 'asc' } })
  order!: string;
}

@Injectable()
class Search {
  @Tool({ description: 'Find orders' })
  find(
    @ToolParam({ schema: z.int().default(10) }) limit: number,
    @ToolParam({ schema: z.number().default(() => (made += 1)) }) mark: number,
    @ToolParam({ schema: { type: 'array', items: { type: 'string' }, default: ['open'] } }) states: string[],
    @ToolParam({ schema: z.string().nullable().default(null) }) owner: string | null,
  ) {
    return { limit, mark, states, owner };
  }

  @Tool({ description: 'Show a page' })
  show(page: Page) {
    return { ...page };
  }

  @Tool({ description: 'Count orders' })
  count(@ToolParam({ schema: z.int().default(10), required: true }) limit: number) {
    return limit;
  }
}

const answersTo = async (...calls: readonly ReturnType<typeof toolCall>[]) => {
  const { chat, model } = await boot({ script: [callsTools(...calls), 'End.'], providers: [Search] });
  await chat.prompt('Go').tools(Search).call().content();
  return lastResults(model);
};

describe('the default value of a schema of its own', () => {
  it('makes a parameter or a property optional for the model', () => {
    expect(inputSchemaOf(Search, 'find')).toMatchObject({
      properties: { limit: { default: 10 }, states: { default: ['open'] }, owner: { default: null } },
      required: [],
    });
    expect(inputSchemaOf(Search, 'show')).toMatchObject({ properties: { page: { required: [] } } });
    expect(inputSchemaOf(Search, 'count').required).toEqual(['limit']);
  });

  it('is used if the model leaves the value out', async () => {
    const [found] = await answersTo(toolCall('find', {}));
    const value = { limit: 10, mark: expect.any(Number) as number, states: ['open'], owner: null };
    expect(found?.output).toEqual({ type: 'json', value });
    const [shown] = await answersTo(toolCall('show', { page: {} }));
    expect(shown?.output).toEqual({ type: 'json', value: { size: 10, order: 'asc' } });
  });

  it('is created for each call if the schema does so', async () => {
    const [first, second] = await answersTo(toolCall('find', {}, 'c1'), toolCall('find', {}, 'c2'));
    expect(first?.output).not.toEqual(second?.output);
  });

  it('is not used if the model sends a value', async () => {
    const [found] = await answersTo(toolCall('find', { limit: 3, mark: 7, states: [], owner: 'ada' }));
    expect(found?.output).toEqual({ type: 'json', value: { limit: 3, mark: 7, states: [], owner: 'ada' } });
    const [shown] = await answersTo(toolCall('show', { page: { size: 2, order: 'desc' } }));
    expect(shown?.output).toEqual({ type: 'json', value: { size: 2, order: 'desc' } });
  });
});

class Filter {
  @ToolParam({ schema: z.string().optional() })
  text?: string;

  @ToolParam({ schema: z.int() })
  size!: number;
}

@Injectable()
class Filters {
  @Tool({ description: 'Find orders' })
  find(
    filter: Filter,
    @ToolParam({ schema: z.enum(['open', 'closed']).optional() }) state: string | undefined,
    @ToolParam({ schema: z.string().nullish() }) owner: string | null | undefined,
    @ToolParam({ schema: z.string().optional(), required: true }) note: string | undefined,
  ) {
    return { filter, state, owner, note };
  }

  @Tool({ description: 'Mark orders' })
  mark(
    @ToolParam({ schema: z.coerce.boolean() }) isNew: boolean,
    @ToolParam({ schema: z.string().refine(async () => true) }) text: string,
    @ToolParam({ schema: z.unknown() }) rest: unknown,
  ) {
    return { isNew, text, rest };
  }
}

describe('a schema that accepts undefined', () => {
  it('makes its parameter or property optional', async () => {
    expect(inputSchemaOf(Filters, 'find')).toMatchObject({
      properties: { filter: { required: ['size'] } },
      required: ['filter', 'note'],
    });
    const input = { filter: { size: 1 }, note: 'b' };
    const { chat, model } = await boot({
      script: [callsTools(toolCall('find', input)), 'End.'],
      providers: [Filters],
    });
    await chat.prompt('Go').tools(Filters).call().content();
    expect(lastResults(model)[0]?.output).toEqual({ type: 'json', value: input });
  });

  it('receives no value if the model sends null and the schema does not allow it', async () => {
    const input = { filter: { size: 1, text: null }, state: null, owner: null, note: 'b' };
    const { chat, model } = await boot({
      script: [callsTools(toolCall('find', input)), 'End.'],
      providers: [Filters],
    });
    await chat.prompt('Go').tools(Filters).call().content();
    const value = { filter: { size: 1 }, owner: null, note: 'b' };
    expect(lastResults(model)[0]?.output).toEqual({ type: 'json', value });
  });

  it('does not convert undefined, decides at once, and does not accept every value', () => {
    expect(inputSchemaOf(Filters, 'mark').required).toEqual(['isNew', 'text', 'rest']);
  });
});

class Words {
  @Tool({ description: 'Find orders' })
  find(@ToolParam({ default: 'ten' }) limit: number) {
    return limit;
  }
}

class Texts {
  @Tool({ description: 'Find orders' })
  find(@ToolParam({ default: '10' }) limit: number) {
    return limit;
  }
}

class Choices {
  @Tool({ description: 'Find orders' })
  find(@ToolParam({ enum: ['open', 'closed'], default: 'done' }) limit: string) {
    return limit;
  }
}

class Bounds {
  @Tool({ description: 'Find orders' })
  find(@ToolParam({ schema: z.int().max(5), default: 9 }) limit: number) {
    return limit;
  }
}

class Extras {
  @Tool({ description: 'Find orders' })
  find(@ToolParam({ default: { size: 1, more: true } }) limit: Page) {
    return limit;
  }
}

class Valid {
  @Tool({ description: 'Find orders' })
  find(
    @ToolParam({ default: 10 }) limit: number,
    @ToolParam({ default: '2026-01-01T00:00:00Z' }) since: Date,
    @ToolParam({ type: [String], default: [] }) states: string[],
    @ToolParam({ default: { size: 1 } }) page: Page,
  ) {
    return [limit, since, states, page];
  }
}

describe('a default of @ToolParam()', () => {
  it.each<[Type, string]>([
    [Words, 'must be number'],
    [Texts, 'must be number'],
    [Choices, 'must be equal to one of'],
    [Bounds, 'must be <= 5'],
    [Extras, 'must NOT have'],
  ])('stops start-up if its schema refuses it: %o', async (type) => {
    await expect(boot({ providers: [type] })).rejects.toThrow(
      `${type.name}.find, parameter 0 (limit): its default does not match its schema`,
    );
  });

  it('may be any value that its schema accepts', () => {
    expect(inputSchemaOf(Valid, 'find').required).toEqual([]);
  });
});

class Links {
  @Tool({ description: 'Open a page' })
  open(address: URL) {
    return address.href;
  }
}

it('states what to take instead of a class of the platform', () => {
  expect(() => inputSchemaOf(Links, 'open')).toThrow(
    'URL has no form in JSON. Take a string, a number, a list or a DTO, and convert it in the method.',
  );
});
