import { connect, type LookupFunction } from 'node:net';
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

/** Returns the error of a connection to a host with two addresses, neither of which has a server. */
const refused = (): Promise<unknown> =>
  new Promise((resolve) => {
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    const lookup: LookupFunction = (_host, _options, found) => found(null, addresses);
    connect({ host: 'two.invalid', port: 1, lookup }).on('error', resolve);
  });

describe('the description of an error', () => {
  it('contains the code of a failed connection, because its message states nothing', async () => {
    const cause = await refused();
    expect(describeError(cause)).toBe('AggregateError (ECONNREFUSED)');
    expect(describeError(new TypeError('fetch failed', { cause }))).toBe('TypeError: fetch failed (ECONNREFUSED)');
    expect(describeError(new TypeError('fetch failed'))).toBe('TypeError: fetch failed');
  });

  it.each([
    ['its name and message', new BookFullException('The book is full.'), 'BookFullException: The book is full.'],
    ['no secret', new TypeError('password=hunter2 is short'), 'TypeError: password=[redacted] is short'],
    ['no content of a value that is not an Error', { password: 'hunter2' }, 'no Error was thrown'],
    ['that it cannot be read', unreadable, 'an Error that cannot be read'],
  ])('contains %s', (_, error, text) => {
    expect(describeError(error)).toBe(text);
  });
});
