import { describe, expect, it } from 'vitest';
import { describeError } from './describe-error.js';

class BookFullException extends Error {
  override readonly name = 'BookFullException';
}

const unreadable = Object.defineProperty(new Error('x'), 'message', {
  get: () => {
    throw new Error('y');
  },
});

describe('the description of an error', () => {
  it.each([
    ['its name and message', new BookFullException('The book is full.'), 'BookFullException: The book is full.'],
    ['no secret', new TypeError('password=hunter2 is short'), 'TypeError: password=[redacted] is short'],
    ['no content of a value that is not an Error', { password: 'hunter2' }, 'no Error was thrown'],
    ['that it cannot be read', unreadable, 'an Error that cannot be read'],
  ])('contains %s', (_, error, text) => {
    expect(describeError(error)).toBe(text);
  });
});
