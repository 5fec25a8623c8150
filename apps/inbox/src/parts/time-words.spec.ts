import { describe, expect, it } from 'vitest';
import { durationWords, relativeWords } from './time-words.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('a time in words', () => {
  it('has the unit that a person would choose', () => {
    const lengths = [0, 59 * SECOND, 89 * SECOND, 90 * SECOND, 119 * MINUTE, 2 * HOUR, 47 * HOUR, 48 * HOUR];
    expect(lengths.map((length) => durationWords(length, 'en'))).toEqual([
      '0 sec',
      '59 sec',
      '89 sec',
      '1 min',
      '119 min',
      '2 hr',
      '47 hr',
      '2 days',
    ]);
  });

  it('states whether it is past or to come', () => {
    expect([
      relativeWords(2 * SECOND, 'en'),
      relativeWords(-5 * SECOND, 'en'),
      relativeWords(3 * HOUR, 'en'),
      relativeWords(-3 * HOUR, 'de'),
    ]).toEqual(['now', '5 sec. ago', 'in 3 hr.', 'vor 3 Std.']);
  });
});
