import { describe, expect, it } from 'vitest';
import { removeValue, setTyped, setView, startEdit } from './edit-state.js';
import { keyOf } from './schema-problems.js';

const state = ['amount', 'lines.0', 'lines.1', 'lines.2'].reduce(
  (edited, path) => setTyped(edited, path.split('.'), `typed in ${path}`, 'not-a-number'),
  startEdit({ amount: 1, lines: [1, 2, 3] }),
);

const typedAt = ({ typed }: typeof state, ...path: string[]): string | undefined => typed[keyOf(path)]?.text;

describe('an edit', () => {
  it('loses with an item of a list what was typed in it alone, and the later items move up', () => {
    const left = removeValue(state, ['lines', 1]);
    expect(left.args).toEqual({ amount: 1, lines: [1, 3] });
    expect(typedAt(left, 'amount')).toBe('typed in amount');
    expect(typedAt(left, 'lines', '0')).toBe('typed in lines.0');
    expect(typedAt(left, 'lines', '1')).toBe('typed in lines.2');
    expect(typedAt(left, 'lines', '2')).toBeUndefined();
  });

  it('loses with a list what was typed in its items', () => {
    expect(Object.keys(removeValue(state, ['lines']).typed)).toEqual([keyOf(['amount'])]);
  });

  it('does not open the JSON editor while a typed text is no value, because the JSON would lack it', () => {
    expect(setView(state, 'json')).toBe(state);
  });
});
