import { describe, expect, it } from 'vitest';
import { ApiProperty, ApiPropertyOptional, PartialType, PickType } from '@nestjs/swagger';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  ArrayMinSize,
  ArrayNotEmpty,
  IsArray,
  IsDate,
  IsDateString,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  registerDecorator,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { z } from 'zod';
import type { Class } from '#core';
import type { JsonSchema } from 'toolgate/model';
import { planMethod } from '../callbacks/plan-method.js';
import { ToolContext } from '../contract/tool-context.js';
import { ToolParam } from '../declare/tool-param.decorator.js';
import { Tool } from '../declare/tool.decorator.js';

function toolTaking(dto: Class, options = {}): Class {
  class Taker {
    take(input: unknown) {
      return input;
    }
  }
  Reflect.defineMetadata('design:paramtypes', [dto], Taker.prototype, 'take');
  const descriptor = Object.getOwnPropertyDescriptor(Taker.prototype, 'take')!;
  Tool(options)(Taker.prototype, 'take', descriptor);
  return Taker;
}

const planFor = (dto: Class) => planMethod(toolTaking(dto), 'take', { isStatic: false });

function schemaOf(dto: Class): JsonSchema {
  const { $schema: _dialect, ...schema } = planMethod(toolTaking(dto, { parameters: dto }), 'take', { isStatic: false })
    .definition.inputSchema;
  return schema;
}

async function valueOf<T>(dto: new () => T, input: unknown): Promise<T> {
  const prepared = await planFor(dto).prepare(JSON.parse(JSON.stringify({ input })));
  if (prepared.type === 'issues') throw new Error(JSON.stringify(prepared.issues));
  const [value] = await prepared.makeArguments(new ToolContext());
  expect(value).toEqual((prepared.value as { input: unknown }).input);
  return value as T;
}

async function issuesOf(dto: Class, input: unknown) {
  const prepared = await planFor(dto).prepare(JSON.parse(JSON.stringify({ input })));
  return prepared.type === 'issues' ? prepared.issues : [];
}

enum Currency {
  Euro = 'EUR',
  Dollar = 'USD',
}

class Item {
  @IsString() @Length(2, 10) name!: string;
  @IsInt() @Min(1) @Max(99) count = 1;
}

class RefundDto {
  @ToolParam({ description: 'Order number' }) @Matches(/^A-\d+$/) orderNumber!: string;
  @IsNumber() @Min(0.5) amount!: number;
  @IsEnum(Currency) currency!: Currency;
  @IsOptional() @IsString() note?: string;
  @ValidateNested({ each: true }) @Type(() => Item) @ArrayMinSize(1) items!: Item[];
  @IsDate() @Type(() => Date) since!: Date;
  @IsIn(['a', 'b'], { each: true }) letters: string[] = ['a'];
  @IsOptional() @IsInt({ each: true }) numbers: readonly number[] | null = null;
}

describe('the schema of a DTO', () => {
  it('contains the rules of class-validator, and is closed at every depth', () => {
    expect(JSON.stringify(schemaOf(RefundDto))).toBe(
      JSON.stringify({
        type: 'object',
        properties: {
          orderNumber: { type: 'string', pattern: '^A-\\d+$', description: 'Order number' },
          amount: { type: 'number', minimum: 0.5 },
          currency: { type: 'string', enum: ['EUR', 'USD'] },
          note: { type: 'string' },
          items: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                name: { type: 'string', minLength: 2, maxLength: 10 },
                count: { type: 'integer', maximum: 99, minimum: 1 },
              },
              required: ['name'],
              additionalProperties: false,
            },
            minItems: 1,
          },
          since: { type: 'string', format: 'date-time' },
          letters: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
          numbers: { type: 'array', items: { type: 'integer' } },
        },
        required: ['orderNumber', 'amount', 'currency', 'items', 'since'],
        additionalProperties: false,
      }),
    );
  });

  it('states the strictest of several rules of class-validator, in any order', async () => {
    class SignUp {
      @IsNotEmpty() @MinLength(8) @IsString() password!: string;
      @MinLength(8) @IsNotEmpty() @IsString() again!: string;
      @ArrayNotEmpty() @ArrayMinSize(2) @IsString({ each: true }) friends!: string[];
      @MaxLength(20) @Length(2, 50) name!: string;
      @Length(2, 50) @MaxLength(20) nick!: string;
    }
    expect(schemaOf(SignUp)['properties']).toEqual({
      password: { type: 'string', minLength: 8 },
      again: { type: 'string', minLength: 8 },
      friends: { type: 'array', items: { type: 'string' }, minItems: 2 },
      name: { type: 'string', minLength: 2, maxLength: 20 },
      nick: { type: 'string', minLength: 2, maxLength: 20 },
    });
  });

  it('does not contain accessors that cannot be set', async () => {
    class Amount {
      @IsInt() count!: number;
      @ApiProperty() get double(): number {
        return this.count * 2;
      }
      @Expose() @Max(30) get triple(): number {
        return this.count * 3;
      }
      @ApiProperty() get text(): string {
        return String(this.count);
      }
      set text(text: string) {
        this.count = Number(text);
      }
    }
    class Special extends Amount {
      @IsOptional() @IsString() note?: string;
    }
    expect(schemaOf(Amount)).toMatchObject({ required: ['count'] });
    expect(Object.keys(schemaOf(Special)['properties'] as object).toSorted()).toEqual(['count', 'note', 'text']);
    expect(await valueOf(Amount, { count: 9, text: '9' })).toMatchObject({ count: 9, double: 18, triple: 27 });
    expect(await issuesOf(Amount, { count: 11, text: '11' })).toEqual([
      { path: '/input/triple', message: 'triple must not be greater than 30' },
    ]);
  });

  it('does not contain properties without a decorator', async () => {
    class Login {
      @IsString() user!: string;
      isAdmin = false;
    }
    expect(schemaOf(Login)['properties']).toEqual({ user: { type: 'string' } });
    expect(await valueOf(Login, { user: 'eve', isAdmin: true })).toEqual({ user: 'eve', isAdmin: false });
  });

  it('follows @Expose names, leaves @Exclude out and renames by @ToolParam', async () => {
    class Person {
      @Expose({ name: 'first_name' }) @IsString() firstName!: string;
      @ToolParam({ name: 'last_name' }) lastName!: string;
      @Exclude() @IsString() @IsOptional() password?: string;
      @Exclude({ toPlainOnly: true }) @IsString() secret!: string;
      @Expose() @IsInt() age = 7;
    }
    expect(Object.keys(schemaOf(Person)['properties'] as object).toSorted()).toEqual([
      'age',
      'first_name',
      'last_name',
      'secret',
    ]);
    const person = await valueOf(Person, { first_name: 'A', last_name: 'B', password: 'x', secret: 's' });
    expect(person).toBeInstanceOf(Person);
    expect(person).toEqual({ firstName: 'A', lastName: 'B', secret: 's', age: 7 });
    expect(await issuesOf(Person, { first_name: 1, last_name: 'B', secret: 's' })).toEqual([
      { path: '/input/first_name', message: 'must be a string' },
    ]);
  });

  it('takes required and description from the first source that states them', () => {
    class Precedence {
      @ToolParam({ required: true, description: 'ours' })
      @ApiProperty({ required: false, description: 'theirs' })
      @IsOptional()
      a!: string;
      @ApiProperty({ required: true, description: 'theirs' }) @IsOptional() b!: string;
      @ApiPropertyOptional({ description: 'theirs' }) c!: string;
      @ApiProperty() @IsOptional() d!: string;
      @ToolParam() e: string = 'x';
      @ToolParam({ required: true }) f: string = 'x';
      @ValidateIf(() => true) @IsString() @Length(3) g!: string;
    }
    const { properties, required } = schemaOf(Precedence);
    expect(required).toEqual(expect.arrayContaining(['a', 'b', 'f']));
    expect(required).toHaveLength(3);
    expect(properties).toMatchObject({
      a: { description: 'ours' },
      b: { description: 'theirs' },
      c: { description: 'theirs' },
    });
    expect((properties as JsonSchema)['g']).toEqual({ type: 'string' });
  });

  it('reads swagger’s decorators and mapped types', () => {
    class Listing {
      @ApiProperty({ enum: Currency, isArray: true, description: 'In' }) currencies!: Currency[];
      @ApiProperty({ type: [Item] }) items!: Item[];
      @ApiProperty({ type: () => Item, nullable: true }) item!: Item | null;
      @ApiProperty({ minimum: 1, maximum: 5, example: 3, default: 2 }) stars!: number;
      @ApiProperty({ type: 'string', format: 'email' }) mail!: string | undefined;
    }
    class Some extends PartialType(PickType(Item, ['name'])) {}
    expect(schemaOf(Listing)).toMatchObject({
      properties: {
        currencies: { type: 'array', items: { type: 'string', enum: ['EUR', 'USD'] }, description: 'In' },
        items: { type: 'array', items: { type: 'object', additionalProperties: false } },
        item: { type: ['object', 'null'], required: ['name'] },
        stars: { type: 'number', minimum: 1, maximum: 5, default: 2, examples: [3] },
        mail: { type: 'string', format: 'email' },
      },
      required: ['currencies', 'items', 'item', 'mail'],
    });
    expect(schemaOf(Some)).toEqual({
      type: 'object',
      properties: { name: { type: 'string', minLength: 2, maxLength: 10 } },
      required: [],
      additionalProperties: false,
    });
  });

  it('reads swagger’s limits of list items as swagger itself does', async () => {
    class Listing {
      @ApiProperty({ type: [String], pattern: '^A-[0-9]+$', minItems: 1 }) codes!: string[];
      @ApiProperty({ type: Number, isArray: true, minimum: 1, maximum: 5, uniqueItems: true }) stars!: number[];
      @ApiProperty({ type: 'array', items: { type: 'string', maxLength: 3 } })
      @IsString({ each: true })
      tags!: string[];
      @ApiProperty({ type: [Date], pattern: '^2' }) days!: Date[];
    }
    expect(schemaOf(Listing)['properties']).toEqual({
      codes: { type: 'array', items: { type: 'string', pattern: '^A-[0-9]+$' }, minItems: 1 },
      stars: { type: 'array', items: { type: 'number', minimum: 1, maximum: 5 }, uniqueItems: true },
      tags: { type: 'array', items: { type: 'string', maxLength: 3 } },
      days: { type: 'array', items: { type: 'string', format: 'date-time' } },
    });
    const good = { codes: ['A-1'], stars: [1], tags: ['abc'], days: ['2026-01-01T00:00:00Z'] };
    expect(await issuesOf(Listing, { ...good, codes: ['A-1', 'B-2'], stars: [6], tags: ['abcd'] })).toEqual([
      { path: '/input/codes/1', message: 'must match the pattern ^A-[0-9]+$' },
      { path: '/input/stars/0', message: 'must be at most 5' },
      { path: '/input/tags/0', message: 'must have at most 3 characters' },
    ]);
  });

  it('inherits properties, the ancestors’ first, and lets a subclass add rules', () => {
    class Animal {
      @IsString() name!: string;
      @IsString() kind!: string;
    }
    class Dog extends Animal {
      @IsInt() age!: number;
      @IsIn(['dog']) override kind = 'dog';
    }
    expect(schemaOf(Dog)['properties']).toEqual({
      name: { type: 'string' },
      kind: { type: 'string', enum: ['dog'] },
      age: { type: 'integer' },
    });
  });

  it('writes classes that contain themselves as shared definitions before the properties', async () => {
    class Folder {
      @IsString() name!: string;
      @ValidateNested({ each: true }) @Type(() => Folder) folders: Folder[] = [];
      @ToolParam({ type: () => Folder, required: false }) parent?: unknown;
    }
    expect(schemaOf(Folder)).toEqual({
      $defs: { Folder: expect.objectContaining({ type: 'object', additionalProperties: false }) as unknown },
      type: 'object',
      properties: {
        name: { type: 'string' },
        folders: { type: 'array', items: { $ref: '#/$defs/Folder' } },
        parent: { $ref: '#/$defs/Folder' },
      },
      required: ['name'],
      additionalProperties: false,
    });
    const input = planFor(Folder).definition.inputSchema;
    expect(Object.keys(input).slice(0, 3)).toEqual(['$schema', '$defs', 'type']);
    expect(input['properties']).toEqual({ input: { $ref: '#/$defs/Folder' } });
    const folder = await valueOf(Folder, { name: 'a', folders: [{ name: 'b', extra: 1 }], parent: { name: 'c' } });
    expect(folder.folders[0]).toBeInstanceOf(Folder);
    expect(folder.parent).toBeInstanceOf(Folder);
    expect(await issuesOf(Folder, { name: 'a', folders: [{ name: 'b', folders: [{ name: 1 }] }] })).toEqual([
      { path: '/input/folders/0/folders/0/name', message: 'must be a string' },
    ]);
  });

  it('contains different definitions for different classes of the same name', () => {
    const make = (other: 'a' | 'b') => {
      class Node {
        children: unknown;
      }
      ToolParam({ type: () => [Node], required: false })(Node.prototype, 'children');
      ToolParam({ type: String })(Node.prototype, other);
      return Node;
    };
    const [First, Second] = [make('a'), make('b')];
    class Both {
      @ToolParam({ type: () => First }) first: unknown;
      @ToolParam({ type: () => Second }) second: unknown;
      @ToolParam({ type: () => [Second] }) more: unknown;
    }
    const { $defs, properties } = schemaOf(Both);
    expect(Object.keys($defs as object)).toEqual(['Node', 'Node2']);
    expect(properties).toEqual({
      first: { $ref: '#/$defs/Node' },
      second: { $ref: '#/$defs/Node2' },
      more: { type: 'array', items: { $ref: '#/$defs/Node2' } },
    });
    expect(($defs as Record<string, JsonSchema>)['Node2']!['properties']).toMatchObject({
      children: { items: { $ref: '#/$defs/Node2' } },
    });
  });
});

describe('the value of a DTO', () => {
  const good = {
    orderNumber: 'A-1',
    amount: 2,
    currency: 'EUR',
    items: [{ name: 'pen', x: 1, constructor: 1 }],
    since: '2026-01-31T09:30:00Z',
  };

  it('is an instance with nested instances, dates and the defaults of its class', async () => {
    const refund = await valueOf(RefundDto, good);
    expect(refund).toBeInstanceOf(RefundDto);
    expect(refund.items[0]).toBeInstanceOf(Item);
    expect(refund.items[0]).toEqual({ name: 'pen', count: 1 });
    expect(refund.since).toEqual(new Date('2026-01-31T09:30:00Z'));
    expect(refund.letters).toEqual(['a']);
  });

  it('is created for each call', async () => {
    const prepared = await planFor(RefundDto).prepare({ input: good });
    if (prepared.type === 'issues') throw new Error();
    const [[first], [second]] = [
      await prepared.makeArguments(new ToolContext()),
      await prepared.makeArguments(new ToolContext()),
    ];
    expect(first).toEqual(second);
    expect(first).not.toBe(second);
    expect(prepared.input).toEqual({ input: { ...good, items: [{ name: 'pen' }] } });
  });

  it('is rejected with all issues at all depths', async () => {
    expect(
      await issuesOf(RefundDto, { ...good, orderNumber: 'x', amount: null, items: [{ name: 'a', count: 1.5 }, {}] }),
    ).toEqual([
      { path: '/input/orderNumber', message: 'must match the pattern ^A-\\d+$' },
      { path: '/input/amount', message: 'must be a number' },
      { path: '/input/items/0/name', message: 'must have at least 2 characters' },
      { path: '/input/items/0/count', message: 'must be a whole number' },
      { path: '/input/items/1/name', message: 'is required: a string' },
    ]);
  });

  it('is validated by custom class-validator rules, with the names of the input in issues', async () => {
    const IsEven = () => (target: object, propertyName: string) => {
      const validator = {
        validate: async (value: unknown) => Number(value) % 2 === 0,
        defaultMessage: () => 'must be even',
      };
      registerDecorator({ name: 'isEven', target: target.constructor, propertyName, async: true, validator });
    };
    class Pair {
      @IsEven() @IsInt() @Expose({ name: 'the_number' }) number!: number;
    }
    class Pairs {
      @ValidateNested() @Type(() => Pair) pairs!: Pair[];
      @IsDateString() when!: string;
      @IsEmail({}, { message: 'no mail' }) mail!: string;
    }
    const input = { pairs: [{ the_number: 2 }, { the_number: 3 }], when: '2026-13-45', mail: 'a@b.de' };
    expect(await issuesOf(Pairs, input)).toEqual([
      { path: '/input/pairs/1/the_number', message: 'must be even' },
      { path: '/input/when', message: 'when must be a valid ISO 8601 date string' },
    ]);
  });

  it('is a Map of validated values if the code declares one, and its decorators apply to each value', async () => {
    class Inner {
      @IsInt() size!: number;
    }
    class Outer {
      @ValidateNested({ each: true }) @Type(() => Inner) byName!: Map<string, Inner>;
      @IsInt({ each: true }) @Type(() => Number) counts!: Map<string, number>;
    }
    expect(schemaOf(Outer)['properties']).toMatchObject({
      byName: { type: 'object', additionalProperties: { properties: { size: {} } } },
      counts: { type: 'object', additionalProperties: { type: 'integer' } },
    });
    const { byName, counts } = await valueOf(Outer, { byName: { a: { size: 1 } }, counts: { b: 2 } });
    expect([byName.get('a'), counts.get('b')]).toStrictEqual([Object.assign(new Inner(), { size: 1 }), 2]);
    expect(await issuesOf(Outer, { byName: { a: {} }, counts: {} })).toMatchObject([{ path: '/input/byName/a/size' }]);
  });

  it('has instances and dates by declared type only, and applies @Transform', async () => {
    class Inner {
      @ToolParam() when!: Date;
    }
    class Outer {
      @ToolParam() inner!: Inner;
      @ToolParam({ mapOf: () => Inner }) byName!: Record<string, Inner>;
      @ToolParam({ mapOf: () => Inner }) map!: Map<string, Inner>;
      @ToolParam({ type: () => [Date] }) dates!: Date[];
      @ToolParam({ schema: z.object({ n: z.number().transform((n) => n + 1) }) }) zod!: unknown;
      @ToolParam({ schema: { type: 'object', properties: { deep: { type: 'array' } } } }) raw!: unknown;
      @ToolParam({ default: 'x' }) @Transform(({ value }) => `${String(value)}!`) loud!: string;
    }
    const when = '2026-01-31T09:30:00Z';
    const outer = await valueOf(Outer, {
      inner: { when },
      byName: { a: { when } },
      map: { b: { when } },
      dates: [when],
      zod: { n: 1, x: 1 },
      raw: { deep: [{}], x: 1 },
    });
    expect(outer.inner).toBeInstanceOf(Inner);
    expect(outer.inner.when).toEqual(new Date(when));
    expect(outer.byName['a']).toBeInstanceOf(Inner);
    expect(outer.map.get('b')).toBeInstanceOf(Inner);
    expect(outer.dates).toEqual([new Date(when)]);
    expect(outer.zod).toEqual({ n: 2 });
    expect(outer.raw).toEqual({ deep: [{}] });
    expect(outer.loud).toBe('x!');
  });
});

describe('a DTO whose schema cannot be determined stops start-up', () => {
  it('for a property whose items, enum or union are not declared', () => {
    class Unknown {
      @IsArray() items!: Item[];
    }
    expect(() => planFor(Unknown)).toThrow(
      /^Taker\.take, parameter 0 \(input\): Unknown\.items: its type cannot be read[^]*type: \(\) => Item \}\) +for an object of a class\n[^]*type: \(\) => \[Item\] \}\)/,
    );
    class Union {
      @IsOptional() value!: string | number;
    }
    expect(() => planFor(Union)).toThrow(/Union\.value: its type cannot be read/);
    class Bag {
      @IsOptional() value!: Set<string>;
    }
    expect(() => planFor(Bag)).toThrow(/Bag\.value: Set has no form in JSON/);
  });

  it('for a DTO deep inside another', () => {
    class Deep {
      @ToolParam() value!: object;
    }
    class Outer {
      @ToolParam() deep!: Deep;
    }
    expect(() => planFor(Outer)).toThrow(/Taker\.take, parameter 0 \(input\): Deep\.value: its type cannot be read/);
  });

  it('for a class without properties, or with a constructor that needs arguments', () => {
    class Empty {}
    expect(() => planFor(Empty)).toThrow(/Empty has no decorated properties/);
    class Needy {
      @ToolParam() name: string;
      constructor(from: { name: string }) {
        this.name = from.name;
      }
    }
    expect(() => planFor(Needy as never)).toThrow(
      'Needy cannot be created without arguments, which class-transformer requires. Give its constructor parameters default values.',
    );
  });
});
