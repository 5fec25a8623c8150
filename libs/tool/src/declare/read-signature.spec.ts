import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { readSignature } from './read-signature.js';

const names = (source: string) => readSignature(source)?.map(({ name }) => name);

describe('the names of a method’s parameters', () => {
  it.each([
    ['find(a, b) { return a; }', ['a', 'b']],
    ['find() { return 1; }', []],
    ['async find(a) { }', ['a']],
    ['*find(a,\n  b,\n) { }', ['a', 'b']],
    ['async *find($a, _b, ñ) { }', ['$a', '_b', 'ñ']],
    ['["a(b" + f(1)](x, y) { }', ['x', 'y']],
    ["'odd (name'(x) { }", ['x']],
    ['#secret(x) { }', ['x']],
    ['get(x) { }', ['x']],
    ['function (a, b) { }', ['a', 'b']],
    ['async function* named(a, b) { }', ['a', 'b']],
    ['(a, b) => a', ['a', 'b']],
    ['async (a) => a', ['a']],
    ['order => order', ['order']],
    ['async order => order', ['order']],
    ['find(a /* b, c) */, b // d, e)\n) { }', ['a', 'b']],
    ['find(/* first */ a = /* x */ 1, b) { }', ['a', 'b']],
  ])('are read from %s', (source, expected) => {
    expect(names(source)).toEqual(expected);
  });

  it.each([
    '")"',
    "',)'",
    '`a ${ f(")", `${1})`) } ),`',
    '/[)/,]\\/,/g',
    'f(1, 2)',
    '[1, (2), { a: ")" }]',
    '{ a: 1, b() { return "}"; } }',
    '(x, y) => ({ x, y })',
    'a / b, c = 1 / 2'.split(',')[0]!,
    'function (q, r = ")") { return /[)]/; }',
    'a => b',
    '1 /* ) */',
    'class { m(x) { } }',
    'typeof /,/ === "x"',
  ])('are read past the default %s', (value) => {
    expect(readSignature(`find(first, second = ${value}, third) { }`)).toEqual([
      { name: 'first', hasDefault: false, isRest: false },
      { name: 'second', hasDefault: true, isRest: false },
      { name: 'third', hasDefault: false, isRest: false },
    ]);
  });

  it('are missing if the code has none', () => {
    expect(readSignature('find({ a, b }, [c] = [], ...rest) { }')).toEqual([
      { hasDefault: false, isRest: false },
      { hasDefault: true, isRest: false },
      { name: 'rest', hasDefault: false, isRest: true },
    ]);
    expect(names('find(e,t){return e+t}')).toEqual([undefined, undefined]);
    expect(names('(e,t)=>e+t')).toEqual([undefined, undefined]);
    expect(names('find(id, t){return id}')).toEqual([undefined, undefined]);
    expect(names('find(order,t){return order}')).toEqual(['order', 't']);
    expect(readSignature(String([].map.bind([])))).toBeUndefined();
    expect(readSignature(String(Array.prototype.map))).toBeUndefined();
  });

  it('are read with any defaults', () => {
    const name = fc.stringMatching(/^[a-z_$][a-zA-Z0-9_$]{2,8}$/).filter((text) => isName(text));
    const text = fc.string({ unit: fc.constantFrom(...'()[]{},=/*\'"`$\\ab \n') });
    const value = fc.oneof(
      text.map((inner) => JSON.stringify(inner)),
      text.map((inner) => `\`${inner.replaceAll(/[`\\$]/g, '\\$&')}\``),
      fc.integer({ min: 0 }).map(String),
      text.map((inner) => `/* ${inner.replaceAll('*/', '')} */ [1, { a: 2 }]`),
      text.map((inner) => `f(${JSON.stringify(inner)}, (x) => x)`),
    );
    const parameters = fc.uniqueArray(fc.record({ name, value: fc.option(value, { nil: undefined }) }), {
      selector: (parameter) => parameter.name,
      maxLength: 5,
    });
    fc.assert(
      fc.property(parameters, fc.constantFrom('m', 'async m', '*m', 'async *m', '["m"]'), (list, head) => {
        const written = list.map((one) => (one.value === undefined ? one.name : `${one.name} = ${one.value}`));
        const object = new Function(`return { ${head}(${written.join(', ')}) { } }`)() as { m: () => void };
        expect(readSignature(object.m.toString())).toEqual(
          list.map((one) => ({ name: one.name, hasDefault: one.value !== undefined, isRest: false })),
        );
      }),
      { seed: 7 },
    );
  });
});

function isName(text: string): boolean {
  try {
    return Boolean(new Function(text, ''));
  } catch {
    return false;
  }
}
