import type { UnreadableShape } from './shape.js';

const START = 'of its property ';

/** Adds the property that contains an unreadable type to the reason: `of its property order.due, …`. */
export function inProperty(name: string, { why, ...shape }: UnreadableShape): UnreadableShape {
  const rest = why.startsWith(START) ? `.${why.slice(START.length)}` : `, ${why}`;
  return { ...shape, why: `${START}${name}${rest}` };
}
