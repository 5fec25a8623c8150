import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexesOf, ROW_PX, rowsInView, spanAround, widened } from './rows-in-view.js';

const place = fc.integer({ min: 0, max: 500 * ROW_PX });
const height = fc.integer({ min: 1, max: 2000 });

describe('the rows that a list draws', () => {
  it('contain every row in view, wherever a person has scrolled before', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1 }), height, (places, boxHeight) => {
        let drawn = rowsInView(0, boxHeight);
        for (const scrollTop of places) {
          drawn = spanAround(drawn, rowsInView(scrollTop, boxHeight));
          expect(drawn.from * ROW_PX).toBeLessThanOrEqual(scrollTop);
          expect(drawn.to * ROW_PX).toBeGreaterThanOrEqual(scrollTop + boxHeight);
        }
      }),
    );
  });

  it('stay the same while a person scrolls by a row', () => {
    const drawn = widened({ from: 44, to: 64 }, rowsInView(50 * ROW_PX, 800));
    expect(spanAround(drawn, rowsInView(51 * ROW_PX, 800))).toBe(drawn);
  });

  it('are at first those in view and five more, wherever a person jumps to', () => {
    fc.assert(
      fc.property(place, height, (scrollTop, boxHeight) => {
        const view = rowsInView(scrollTop, boxHeight);
        const drawn = spanAround({ from: 700, to: 710 }, view);
        expect(drawn.to - drawn.from - (view.to - view.from)).toBeLessThanOrEqual(5);
      }),
    );
  });

  it('become six more before and after those in view, a few at a time, and then stay the same', () => {
    const view = rowsInView(50 * ROW_PX, 800);
    const steps = [spanAround({ from: 0, to: 10 }, view)];
    while (widened(steps.at(-1)!, view) !== steps.at(-1)) steps.push(widened(steps.at(-1)!, view));
    expect(steps.map(({ from, to }) => [from, to])).toEqual([
      [50, 65],
      [45, 65],
      [44, 66],
    ]);
  });

  it('are never taken away while they complete', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1 }), height, (places, boxHeight) => {
        let drawn = rowsInView(0, boxHeight);
        for (const scrollTop of places) {
          const view = rowsInView(scrollTop, boxHeight);
          drawn = spanAround(drawn, view);
          for (let step = 0; step < 3; step++) {
            const next = widened(drawn, view);
            expect(next.from).toBeLessThanOrEqual(Math.max(drawn.from, view.from - 6));
            expect(next.to).toBeGreaterThanOrEqual(Math.min(drawn.to, view.to + 6));
            drawn = next;
          }
        }
      }),
    );
  });

  it('are few, exist, and contain the row with the focus, in order and once', () => {
    fc.assert(
      fc.property(
        place,
        height,
        fc.nat(600),
        fc.integer({ min: -1, max: 600 }),
        (scrollTop, boxHeight, count, focused) => {
          const indexes = indexesOf(spanAround({ from: 0, to: 0 }, rowsInView(scrollTop, boxHeight)), count, focused);
          expect(indexes).toEqual([...new Set(indexes)].sort((one, other) => one - other));
          expect(indexes.every((index) => index >= 0 && index < count)).toBe(true);
          expect(indexes.includes(focused)).toBe(focused >= 0 && focused < count);
          expect(indexes.length).toBeLessThanOrEqual(Math.ceil(boxHeight / ROW_PX) + 15);
        },
      ),
    );
  });
});
