import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexesOf, ROW_PX, rowsInView, spanAround } from './rows-in-view.js';

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
    const drawn = spanAround({ from: 0, to: 0 }, rowsInView(50 * ROW_PX, 800));
    expect(spanAround(drawn, rowsInView(51 * ROW_PX, 800))).toBe(drawn);
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
