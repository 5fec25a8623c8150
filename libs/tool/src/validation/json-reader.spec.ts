import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { type as arktype } from 'arktype';
import { IsInt, IsOptional, IsString, Min } from 'class-validator';
import type { JsonObject, JsonValue } from 'toolgate/model';
import { z } from 'zod';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { type JsonReader, jsonReader } from './json-reader.js';
import type { JsonSource, ValueOf } from '../types/json-source.js';
import { ToolParam } from '../declare/tool-param.decorator.js';

class Film {
  @IsString() title!: string;
  @IsInt() @Min(1888) year!: number;
  @IsOptional() @IsString() director?: string;
  @ToolParam({ type: () => [Film], required: false }) sequels?: Film[];
}

const alien = { title: 'Alien', year: 1979 };
const read = async (source: JsonSource, json: JsonValue) => jsonReader(source).read(json);
const valueOf = async (source: JsonSource, json: JsonValue): Promise<unknown> => {
  const result = await read(source, json);
  return result.type === 'value' ? result.value : result.issues;
};

describe('reading JSON by a source', () => {
  it('creates instances of a class, and leaves out unknown properties', async () => {
    const film = await valueOf(Film, { ...alien, stars: 5, sequels: [{ title: 'Aliens', year: 1986 }] });
    expect(film).toBeInstanceOf(Film);
    expect(film).toMatchObject({ ...alien, sequels: [{ title: 'Aliens' }] });
    expect(film).not.toHaveProperty('stars');
  });

  it('leaves out an optional property that is null', async () => {
    const film = await valueOf(Film, {
      ...alien,
      director: null,
      sequels: [{ title: 'Aliens', year: 1986, sequels: null }],
    });
    expect(film).toEqual(
      Object.assign(new Film(), alien, { sequels: [Object.assign(new Film(), { title: 'Aliens', year: 1986 })] }),
    );
  });

  it('returns issues with their paths in the schema', async () => {
    expect(await valueOf(Film, { title: 'Alien', year: 1200 })).toEqual([
      { path: '/year', message: 'must be at least 1888' },
    ]);
    expect(await valueOf([Film], [alien, { title: 7, year: 1986 }])).toEqual([
      { path: '/value/1/title', message: 'must be a string' },
    ]);
    expect(await valueOf(Film, [alien])).toEqual([{ path: '', message: 'must be an object' }]);
    expect(await valueOf(Film, null)).toEqual([{ path: '', message: 'must be an object' }]);
  });

  it.each([
    ['a list of a class', [Film], [alien]],
    ['a list of a schema', [z.object({ title: z.string() })], [{ title: 'Alien' }]],
    ['a list of lists', [[Number]], [[1, 2], [3]]],
    ['a text', String, 'Alien'],
    ['a number', Number, 1979],
    ['a truth', Boolean, true],
    ['an enum', z.enum(['good', 'bad']), 'bad'],
    ['values of a raw schema', { enum: ['good', 'bad'] }, 'good'],
    ['a union', z.union([z.string(), z.number()]), 4],
    ['a schema of another library', arktype('string[]'), ['a']],
  ] as [string, JsonSource, JsonValue][])(
    'accepts %s wrapped and bare, because the schema for the model is of an object',
    async (_, source, json) => {
      const { schema, wrappedIn } = jsonReader(source);
      expect(schema).toMatchObject({ type: 'object', required: ['value'], additionalProperties: false });
      expect(wrappedIn).toBe('value');
      expect(await valueOf(source, json)).toEqual(json);
      expect(await valueOf(source, { value: json })).toEqual(json);
      expect(await read(source, { value: { no: 'such thing' } })).toMatchObject({ type: 'issues' });
    },
  );

  it('wraps a recursive schema with its definitions', async () => {
    interface Tree {
      readonly name: string;
      readonly children: readonly Tree[];
    }
    const tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), children: z.array(tree) }));
    const leaf = { name: 'leaf', children: [] };
    expect(await valueOf([tree], [{ name: 'root', children: [leaf] }])).toEqual([{ name: 'root', children: [leaf] }]);
    expect(await valueOf([tree], [{ name: 'root', children: [{ name: 'leaf' }] }])).toEqual([
      expect.objectContaining({ path: '/value/0/children/0/children' }),
    ]);
  });

  it('does not wrap objects, records and raw schemas of objects', () => {
    const sources = [Film, z.record(z.string(), z.number()), { properties: { a: { type: 'string' } } }];
    for (const source of sources) expect(jsonReader(source)).not.toHaveProperty('wrappedIn');
  });

  it('returns a schema’s output: transforms, dates', async () => {
    expect(
      await valueOf(z.object({ at: z.iso.datetime().transform((text) => new Date(text)) }), {
        at: '2026-01-31T09:30:00Z',
      }),
    ).toEqual({
      at: new Date('2026-01-31T09:30:00Z'),
    });
    expect(await valueOf([Date], ['2026-01-31T09:30:00Z'])).toEqual([new Date('2026-01-31T09:30:00Z')]);
  });

  it('is compiled once for a class, a schema and lists of them', () => {
    expect(jsonReader(Film)).toBe(jsonReader(Film));
    expect(jsonReader([Film])).toBe(jsonReader([Film]));
    expect(jsonReader([Film])).not.toBe(jsonReader(Film));
  });

  it.each([[null], [undefined], ['Film'], [[]], [[Film, Film]], [[null]], [Map]])(
    'rejects %o as a source',
    (source) => {
      expect(() => jsonReader(source as unknown as JsonSource)).toThrow(ToolDeclarationException);
    },
  );

  it.each([
    ['valibot', 'wrap it in toStandardJsonSchema() of @valibot/to-json-schema, or take raw JSON Schema.'],
    ['zod', 'install zod@4.2 or later, or take raw JSON Schema.'],
    ['toString', 'take raw JSON Schema.'],
  ])('rejects a schema of %s without a JSON Schema with an instruction', (vendor, instruction) => {
    const mute = { '~standard': { version: 1, vendor, validate: (value: unknown) => ({ value }) } } as const;
    expect(() => jsonReader(mute)).toThrow(`its schema (${vendor}) cannot export its JSON Schema: ${instruction}`);
  });

  it('is typed by its source', () => {
    const schema = z.object({ at: z.string().transform((text) => new Date(text)) });
    const dto: Equal<ValueOf<typeof Film>, Film> = true;
    const list: Equal<ValueOf<readonly [typeof Film]>, Film[]> = true;
    const output: Equal<ValueOf<typeof schema>, { at: Date }> = true;
    const outputs: Equal<ValueOf<readonly [typeof schema]>, { at: Date }[]> = true;
    const scalars: Equal<ValueOf<readonly [readonly [NumberConstructor]]>, number[][]> = true;
    const raw: Equal<ValueOf<{ readonly type: 'array' }>, readonly JsonValue[]> = true;
    const object: Equal<ValueOf<{ readonly type: 'object' }>, JsonObject> = true;
    expect([dto, list, output, outputs, scalars, raw, object]).not.toContain(false);
    const inferred: JsonReader<Film[]> = jsonReader([Film]);
    expect(inferred.wrappedIn).toBe('value');
  });
});

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
