import { expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import type { JsonObject, JsonValue } from 'toolgate/model';
import { jsonSchemaValidator } from './json-schema-validator.js';
import { UNIQUE_ITEMS } from './unique-items.js';

const schema = { type: 'object', properties: { items: { type: 'array', uniqueItems: true } } };
const isUnique = (items: readonly JsonValue[]) => {
  const result = jsonSchemaValidator(schema)({ items });
  if (result.type === 'issues') {
    expect(result.issues).toEqual([{ path: '/items', message: 'must not have the same item twice' }]);
  }
  return result.type === 'valid';
};

it('items are unique exactly as the standard defines', () => {
  const all = new Ajv2020({ strict: false }).compile<JsonObject>(schema);
  const { item } = fc.letrec<{ item: JsonValue }>((tie) => ({
    item: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      fc.constantFrom<JsonValue>(0, -0, 1, '1', '', 'a', '"a"', null, true, false, [], {}),
      fc.array(tie('item'), { maxLength: 2 }) as fc.Arbitrary<JsonValue>,
      fc.dictionary(fc.constantFrom('a', 'b', '"'), tie('item'), {
        maxKeys: 2,
        noNullPrototype: true,
      }) as fc.Arbitrary<JsonValue>,
    ),
  }));
  fc.assert(
    fc.property(fc.array(item, { maxLength: 6 }), (items) => {
      expect(isUnique(items)).toBe(all({ items }));
    }),
    { seed: 7, numRuns: 1000 },
  );
});

it('many items are not compared with each other', () => {
  let reads = 0;
  const counted = (n: number): JsonObject =>
    new Proxy({ n }, { get: (target, key) => ((reads += key === 'n' ? 1 : 0), Reflect.get(target, key) as unknown) });
  const items = Array.from({ length: 200 }, (_, index) => counted(index));
  expect(UNIQUE_ITEMS.validate!(true, items)).toBe(true);
  expect(reads).toBeLessThan(10 * items.length);
});
