import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import type { JsonObjectBody } from 'toolgate/http/client';
import { type Change, changesBetween } from './changes.js';
import { withoutValue, withValue } from './edit-values.js';
import { wordChanges } from './word-changes.js';

const apply = (args: JsonObjectBody, change: Change): JsonObjectBody =>
  change.type === 'removed' ? withoutValue(args, change.path) : withValue(args, change.path, change.after);

describe('the changes between two arguments', () => {
  it('name the path, the earlier and the later value', () => {
    const before = { order: 'A-1', amount: 80, tags: ['a', 'b'], to: { city: 'Bonn' } };
    const after = { order: 'A-1', amount: 60, tags: ['a'], to: { city: 'Bonn', zip: '53111' } };
    expect(changesBetween(before, after)).toEqual([
      { type: 'changed', path: ['amount'], before: 80, after: 60 },
      { type: 'removed', path: ['tags', 1], before: 'b' },
      { type: 'added', path: ['to', 'zip'], after: '53111' },
    ]);
  });

  it('see null and a missing value apart, and a property of a prototype not at all', () => {
    expect(changesBetween({ a: null }, {})).toEqual([{ type: 'removed', path: ['a'], before: null }]);
    expect(changesBetween({}, { constructor: 1 })).toEqual([{ type: 'added', path: ['constructor'], after: 1 }]);
  });

  it('lead from the earlier arguments to the later ones', () => {
    const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)));
    const args = fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'toString'), json, { noNullPrototype: true });
    fc.assert(
      fc.property(args, args, (before, after) => {
        // The last item of a list is removed first.
        const changes = [...changesBetween(before, after)].sort((one, other) =>
          one.type === 'removed' && other.type === 'removed'
            ? Number(other.path.at(-1)) - Number(one.path.at(-1)) || 0
            : 0,
        );
        expect(changes.reduce(apply, before)).toEqual(after);
      }),
    );
  });

  it('show the words that differ in long texts', () => {
    const before = 'Dear Ann, we refund 80 euros to your account today.';
    const [change] = changesBetween({ text: before }, { text: before.replace('80', '60') });
    expect(change).toMatchObject({
      words: [
        { type: 'same', text: 'Dear Ann, we refund ' },
        { type: 'removed', text: '80' },
        { type: 'added', text: '60' },
        { type: 'same', text: ' euros to your account today.' },
      ],
    });
  });
});

describe('the changes of words', () => {
  const text = fc
    .array(fc.constantFrom('pay', 'Ann', '80', ' ', ',', '🙂', '\ud800', '\n'), { maxLength: 30 })
    .map((words) => words.join(''));

  it('contain both texts', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = wordChanges(before, after)!;
        const without = (type: string) =>
          changes
            .filter((change) => change.type !== type)
            .map(({ text }) => text)
            .join('');
        expect([without('added'), without('removed')]).toEqual([before, after]);
      }),
    );
  });

  it('are not searched in texts that differ in too many words', () => {
    const words = (word: string): string => Array.from({ length: 600 }, (_, index) => `${word}${index}`).join(' ');
    expect(wordChanges(words('a'), words('b'))).toBeUndefined();
    expect(wordChanges(words('a'), `${words('a')} end`)).toHaveLength(2);
  });
});
