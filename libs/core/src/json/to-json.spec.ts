import { describe, expect, it, vi } from 'vitest';
import * as fc from 'fast-check';
import { exactJson } from './exact-json.js';
import { toJson } from './to-json.js';

const viaText = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('toJson', () => {
  it('copies JSON values unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(toJson(value)).toEqual(viaText(value));
      }),
    );
  });

  it('converts dates, boxed values, holes, undefined and toJSON as JSON.stringify does', () => {
    const leaf = fc.oneof(
      fc.date(),
      fc.double(),
      fc.string().map((text) => new String(text)),
      fc.integer().map((number) => new Number(number)),
      fc.boolean().map((value) => new Boolean(value)),
      fc.constant(undefined),
      fc.constant(null),
      fc.string().map((text) => ({ toJSON: (key: string) => `${key}:${text}` })),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('tree'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(fc.property(fc.record({ tree }), (value) => void expect(toJson(value)).toEqual(viaText(value))));
  });

  it.each([1, 15, 16, 17, 40, 500])('rejects a cycle and copies a repeated object, %s objects deep', (depth) => {
    const shared = { text: 'x' };
    const root: Record<string, unknown> = {};
    let innermost = root;
    for (let level = 1; level < depth; level++) {
      const next = {};
      Object.assign(innermost, { before: shared, next, after: [shared] });
      innermost = next;
    }
    expect(toJson(root)).toEqual(viaText(root));
    for (const around of [root, innermost]) {
      innermost['back'] = around;
      expect(() => toJson(root)).toThrow(new TypeError('JSON cannot carry a cycle in "back".'));
    }
  });

  it('converts minus zero to zero', () => {
    expect(toJson([-0])).toEqual([0]);
  });

  it('returns a deep copy', () => {
    const value = { list: [{ a: 1 }] };
    const copy = toJson(value) as typeof value;
    expect(copy).toEqual(value);
    expect(copy.list).not.toBe(value.list);
    expect(copy.list[0]).not.toBe(value.list[0]);
  });

  it('copies a property named __proto__ as a property', () => {
    const copy = toJson(JSON.parse('{"__proto__":{"admin":true}}'));
    expect(Object.keys(copy as object)).toEqual(['__proto__']);
    expect((copy as { admin?: boolean }).admin).toBeUndefined();
  });

  it('copies one object in two places twice', () => {
    const shared = { a: 1 };
    expect(toJson({ one: shared, two: [shared] })).toEqual({ one: { a: 1 }, two: [{ a: 1 }] });
  });

  it('copies instances of classes, with their own name for texts, and what they convert to', () => {
    class Money {
      readonly amount = 1;
      readonly [Symbol.toStringTag] = 'Money';
    }
    class NotFound extends Error {
      toJSON() {
        return { code: 404 };
      }
    }
    class Nothing {}
    expect(toJson([new Money(), new NotFound(), new Nothing(), Object.create(null), Buffer.from('a')])).toEqual([
      { amount: 1 },
      { code: 404 },
      {},
      {},
      { type: 'Buffer', data: [97] },
    ]);
  });

  it('converts a BigInt by the toJSON that an application gives it, where its JSON may differ', () => {
    const toJSON = { value: (): string => 'big', configurable: true };
    Reflect.defineProperty(BigInt.prototype, 'toJSON', toJSON);
    try {
      expect(toJson({ amount: 5n, list: [1n] })).toEqual({ amount: 'big', list: ['big'] });
      expect(() => exactJson({ amount: 5n })).toThrow('JSON cannot carry a bigint in "amount" as it is.');
    } finally {
      Reflect.deleteProperty(BigInt.prototype, 'toJSON');
    }
  });

  it('searches few of the objects around a value of exact JSON, however deep it is', () => {
    const text = `${'['.repeat(900)}${'[],'.repeat(100)}1${']'.repeat(900)}`;
    const search = vi.spyOn(Array.prototype, 'includes');
    expect(JSON.stringify(exactJson(JSON.parse(text)))).toBe(text);
    const searched = search.mock.contexts.map((list) => (Array.isArray(list) ? list.length : 0));
    search.mockRestore();
    expect(Math.max(...searched)).toBeLessThan(20);
  });

  const cycle: Record<string, unknown> = {};
  cycle['self'] = { again: cycle };

  it.each([
    ['a function', { act: () => {} }, 'JSON cannot carry a function in "act".'],
    ['a symbol', { list: [Symbol('x')] }, 'JSON cannot carry a symbol in "list.0".'],
    ['a BigInt', 1n, 'JSON cannot carry a bigint.'],
    ['a Map of another kind', { rows: new (class Rows extends Map {})() }, 'JSON cannot carry a Map in "rows".'],
    ['an Error', { rows: [{ error: new TypeError('x') }] }, 'JSON cannot carry an Error in "rows.0.error".'],
    ['an iterator', new Set([1]).values(), 'JSON cannot carry a Set Iterator.'],
    ['a regular expression', /x/u, 'JSON cannot carry a RegExp.'],
    ['bytes', { empty: new Uint8Array() }, 'JSON cannot carry a Uint8Array in "empty".'],
    ['a buffer of bytes', new ArrayBuffer(1), 'JSON cannot carry an ArrayBuffer.'],
    ['a boxed BigInt', Object(1n), 'JSON cannot carry a BigInt.'],
    ['headers', { headers: new Headers({ a: 'b' }) }, 'JSON cannot carry a Headers in "headers".'],
    ['a cycle', cycle, 'JSON cannot carry a cycle in "self.again".'],
  ])('rejects %s and names its place', (_, value, message) => {
    expect(() => toJson(value)).toThrow(new TypeError(message));
  });
});
