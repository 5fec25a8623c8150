import { describe, expect, it } from 'vitest';
import { checkOptions } from './check-options.js';
import { anything, count, instance, limit, share, text, timerMs } from './kinds.js';
import { group, option, switchGroup } from './option.js';

class SetupException extends Error {}

const DECLARED = {
  attempts: option(count, 'how often', 3, 'SHOP_ATTEMPTS'),
  title: option(text, 'a title'),
  store: option(instance(['load'], 'Store'), 'the store'),
  limits: group({ calls: option(limit('bytes'), 'the most') }),
  memory: switchGroup({ size: option(count, 'the size') }),
};

const problem = (options: object, place: object = { owner: 'ShopModule' }): string => {
  try {
    checkOptions(options, DECLARED, { ...place, error: SetupException });
    return 'none';
  } catch (error) {
    expect(error).toBeInstanceOf(SetupException);
    return (error as Error).message;
  }
};

describe('declared options', () => {
  it.each<[object, string]>([
    [{ attempts: 3, title: '', store: { load: () => 1 }, limits: { calls: Infinity }, memory: true }, 'none'],
    [{ attempts: undefined, memory: { size: 1 } }, 'none'],
    [{ attempts: 0 }, 'The option attempts of ShopModule is 0. Pass a whole number above 0.'],
    [{ attempts: null }, 'The option attempts of ShopModule is null. Pass a whole number above 0.'],
    [{ attempts: Promise.resolve(3) }, 'The option attempts of ShopModule is an instance of Promise. Await it first.'],
    [{ atempts: 1 }, 'Unknown option atempts of ShopModule. Use one of: attempts, title, store, limits, memory.'],
    [{ toString: 1 }, 'Unknown option toString of ShopModule. Use one of: attempts, title, store, limits, memory.'],
    [{ limits: { call: 1 } }, 'Unknown option limits.call of ShopModule. Use calls.'],
    [{ limits: true }, 'The option limits of ShopModule is true. Pass an object with calls.'],
    [{ memory: 5 }, 'The option memory of ShopModule is 5. Pass true, false or an object with size.'],
    [[], 'The options of ShopModule are an empty list. Pass an object with attempts, title, store, limits, memory.'],
  ])('are checked: %o', (options, message) => {
    expect(problem(options)).toBe(message);
  });

  it('are named by their path if it states the place', () => {
    const place = { path: 'shop.' };
    expect(problem({ limits: { calls: -1 } }, place)).toBe(
      'The option shop.limits.calls is -1. Pass a whole number of bytes above 0, or Infinity.',
    );
  });

  it('never show the content of an object, or a string in the place of one', () => {
    const url = 'postgres://shop:hunter2@db';
    expect(problem({ store: { url } })).toBe(
      'The option store of ShopModule is an object. Pass an instance of a class that extends Store.',
    );
    expect(problem({ store: url })).toContain('is a string. Pass');
  });

  it('are shown in part if they are long', () => {
    expect(problem({ attempts: 'x'.repeat(1000) }).length).toBeLessThan(200);
  });
});

describe('an environment variable', () => {
  it.each([
    [count, '3', 3],
    [count, '0x3', undefined],
    [count, '1.5', undefined],
    [limit(), '-1', Infinity],
    [limit(), 'unlimited', Infinity],
    [timerMs, 'unlimited', Infinity],
    [share, '0.25', 0.25],
    [share, '.5', undefined],
  ])('is read by its kind: %o %o', (kind, value, expected) => {
    expect(kind.read?.(value)).toBe(expected);
  });

  it('has a value that the option accepts, or is refused', () => {
    expect(timerMs.fits(Infinity)).toBe(false);
    expect(share.fits(1.5)).toBe(false);
    expect(anything.read).toBeUndefined();
  });
});
