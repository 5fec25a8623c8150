import { describe, expect, it } from 'vitest';
import { ChatModelException } from 'toolgate/model';
import { errorTypeOf } from './error-type.js';

const named = (name: unknown) => Object.assign(new Error('Ann owes 40'), { name });
const busy = (kind: 'overloaded' | 'other') =>
  new ChatModelException({ provider: 'house', modelId: 'm' }, 'is busy', { kind });

describe('the type of an error', () => {
  it.each<[string, unknown]>([
    ['overloaded', busy('overloaded')],
    ['ChatModelException', busy('other')],
    ['TypeError', new TypeError('Ann owes 40')],
    ['AbortError', new DOMException('Enough', 'AbortError')],
    ['_OTHER', named('')],
    ['_OTHER', named(7)],
    ['_OTHER', named('Ann owes 40')],
    ['_OTHER', named('x'.repeat(101))],
    ['_OTHER', 'Ann owes 40'],
    ['_OTHER', undefined],
    ['_OTHER', null],
  ])('is %s', (type, error) => {
    expect(errorTypeOf(error)).toBe(type);
  });
});
