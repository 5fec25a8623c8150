import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { isoTimeOf, nativeTime } from './native-time.js';

const zone = fc.oneof(
  fc.constant('Z'),
  fc
    .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '30', '45'))
    .map(([sign, hours, minutes]) => `${sign}${String(hours).padStart(2, '0')}:${minutes}`),
);

const seconds = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19));

describe('a time in a native field', () => {
  it('is the same after it was shown there, for every day, second and zone', () => {
    fc.assert(
      fc.property(seconds, zone, (wall, offset) => {
        const time = nativeTime(wall + offset)!;
        // A browser leaves out seconds that are zero.
        expect(isoTimeOf({ ...time, wall: time.wall.replace(/(T\d\d:\d\d):00$/, '$1') })).toBe(wall + offset);
      }),
    );
  });

  it.each([
    '2026-11-24T02:30:00.5Z',
    '2026-11-24T02:30:00',
    '2026-11-24 02:30:00Z',
    '2026-02-30T02:30:00Z',
    '2026-11-24T25:30:00Z',
    '+012026-11-24T02:30:00Z',
    'tomorrow',
  ])('cannot be %s', (text) => {
    expect(nativeTime(text)).toBeUndefined();
  });
});
