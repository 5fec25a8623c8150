import {
  ArrayMaxSize,
  ArrayMinSize,
  IsDateString,
  IsDivisibleBy,
  IsEmail,
  IsInt,
  IsIP,
  IsISO8601,
  IsMongoId,
  IsNegative,
  IsNotEmpty,
  IsNotEmptyObject,
  IsObject,
  IsPositive,
  IsRFC3339,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  validate,
} from 'class-validator';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from 'toolgate/model';
import { methodTool } from '../callbacks/method-tool.js';
import { Tool } from '../declare/tool.decorator.js';
import { ToolParam } from '../declare/tool-param.decorator.js';

/** Creates a class whose property `value` has decorators. */
const dtoOf = (designType: unknown, decorators: readonly PropertyDecorator[]): new () => object => {
  class Dto {}
  Reflect.defineMetadata('design:type', designType, Dto.prototype, 'value');
  for (const decorate of decorators.toReversed()) decorate(Dto.prototype, 'value');
  return Dto;
};

/** Returns the schema that the model receives for the property, and what is wrong with a value. */
const toolOf = (dto: new () => object) => {
  class Tools {
    act(): string {
      return 'done';
    }
  }
  const { prototype } = Tools;
  Reflect.defineMetadata('design:paramtypes', [dto], prototype, 'act');
  Tool({ description: 'Act', parameters: dto })(prototype, 'act', Object.getOwnPropertyDescriptor(prototype, 'act')!);
  const tool = methodTool(new Tools(), 'act');
  const call = async (value: JsonValue): Promise<string | undefined> => {
    try {
      await tool.call(JSON.stringify({ value }), undefined as never);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  return { schema: tool.definition.inputSchema['properties'], call };
};

type Row = readonly [name: string, type: unknown, decorators: readonly PropertyDecorator[], values: JsonValue[]];

const ACCEPTED: readonly Row[] = [
  ['IsEmail', String, [IsEmail()], ['a@b.de', 'jörg@example.com', 'info@müller.de', '"a b"@example.com']],
  ['IsEmail with a name', String, [IsEmail({ allow_display_name: true })], ['Ann <ann@example.com>']],
  ['IsEmail on this machine', String, [IsEmail({ require_tld: false })], ['root@localhost']],
  ['IsISO8601', String, [IsISO8601()], ['2026', '2026-01', '2026-01-31', '20260131', '2026-W05', '2026-01-31T10:00Z']],
  ['IsDateString', String, [IsDateString()], ['2026-01', '2026-01-31', '2026-01-31T10:00:00Z']],
  ['IsRFC3339', String, [IsRFC3339()], ['2026-01-31T10:00:00Z', '2026-01-31 10:00:00+02:00']],
  ['IsUUID', String, [IsUUID()], ['3F2504E0-4F89-41D3-9A0C-0305E82C3301']],
  ['IsMongoId', String, [IsMongoId()], ['507f1f77bcf86cd799439011']],
  ['IsIP', String, [IsIP()], ['1.2.3.4', '::1']],
  ['IsIP of version 4', String, [IsIP('4')], ['1.2.3.4']],
  ['IsIP of version 6', String, [IsIP('6')], ['::1', 'fe80::1%eth0']],
  ['Matches of a text with modifiers', String, [Matches('^ab', 'i')], ['AB', 'ab']],
  ['Matches of an expression with flags', String, [Matches(/^ab/i)], ['AB', 'ab']],
  ['Matches of letters', String, [Matches(/^\p{L}+$/u)], ['Übung']],
  ['Length', String, [Length(2, 3)], ['ab', '😀😀😀']],
  ['IsNotEmpty', String, [IsNotEmpty(), IsString()], [' ']],
  ['IsPositive', Number, [IsPositive()], [0.5]],
  ['IsNegative', Number, [IsNegative()], [-0.5]],
  ['IsDivisibleBy', Number, [IsDivisibleBy(5)], [0, -10]],
  ['IsNotEmptyObject', Object, [IsObject(), IsNotEmptyObject()], [{ a: 1 }]],
];

const STATED: readonly (readonly [...Row, schema: object])[] = [
  ['lengths', String, [MinLength(2), MaxLength(4)], ['a', 'abcde'], { minLength: 2, maxLength: 4 }],
  ['the stricter of two lengths', String, [IsNotEmpty(), MinLength(3)], ['ab'], { minLength: 3 }],
  ['numbers', Number, [IsInt(), Min(1), Max(3)], [0, 4, 1.5], { type: 'integer', minimum: 1, maximum: 3 }],
  ['signs', Number, [IsNegative()], [0, 1], { exclusiveMaximum: 0 }],
  ['multiples', Number, [IsDivisibleBy(5)], [3], { multipleOf: 5 }],
  ['patterns', String, [Matches(/^ab/)], ['ba'], { pattern: '^ab' }],
  ['dates', String, [IsDateString()], ['31.01.2026'], { pattern: '^[+-]?\\d{4}(-?(\\d{2}|W\\d{2})|$)' }],
  ['addresses', String, [IsEmail()], ['ann'], { pattern: '^.+@.+$' }],
  [
    'sizes of lists',
    Array,
    [IsString({ each: true }), ArrayMinSize(1), ArrayMaxSize(2), ToolParam({ items: String })],
    [[], ['a', 'b', 'c']],
    { minItems: 1, maxItems: 2 },
  ],
  ['objects', Object, [IsObject(), IsNotEmptyObject()], [{}], { minProperties: 1 }],
];

describe('the limits of class-validator', () => {
  it.each(ACCEPTED)('reject nothing that class-validator accepts: %s', async (_, type, decorators, values) => {
    const dto = dtoOf(type, decorators);
    const { call } = toolOf(dto);
    for (const value of values) {
      expect(await validate(Object.assign(new dto(), { value }))).toEqual([]);
      expect(await call(value)).toBeUndefined();
    }
  });

  it.each(STATED)('are stated in the schema: %s', async (...[, type, decorators, values, schema]) => {
    const dto = dtoOf(type, decorators);
    const { call, ...tool } = toolOf(dto);
    expect(tool.schema).toMatchObject({ value: schema });
    for (const value of values) {
      expect(await validate(Object.assign(new dto(), { value }))).not.toEqual([]);
      expect(await call(value)).toContain('Invalid arguments for "act": /value must');
    }
  });
});
