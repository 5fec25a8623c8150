/** The first row and the row after the last one. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The height of a row. All rows have the same one, so the list never jumps. */
export const ROW_PX = 84;

/** How many rows are drawn before and after those in view, so that scrolling shows no gap. */
const AROUND = 6;

/** How many of those are drawn at once. */
const AT_ONCE = 5;

/** The least height of the header, the filters and the head of the list together. */
const ABOVE_PX = 170;

/** The rows that a window has room for, before the height of the list is known. */
export const rowsInWindow = (height: number): Span => rowsInView(0, Math.max(0, height - ABOVE_PX));

/** The rows that a box shows, whole or in part. */
export const rowsInView = (scrollTop: number, height: number): Span => ({
  from: Math.floor(scrollTop / ROW_PX),
  to: Math.ceil((scrollTop + height) / ROW_PX),
});

/** Returns the same span while it has the rows in view and some to spare, otherwise one around those in view. */
export const spanAround = (drawn: Span, view: Span): Span => {
  const spare = AROUND / 2;
  const isEnough = drawn.from <= Math.max(0, view.from - spare) && drawn.to >= view.to + spare;
  return isEnough ? drawn : widened(drawn, view);
};

/**
 * Returns the rows in view, those around them that are drawn, and a few more: to draw all of them at once would take
 * longer than a frame. Returns the same span when all are drawn.
 */
export const widened = (drawn: Span, view: Span): Span => {
  const around = { from: Math.max(0, view.from - AROUND), to: view.to + AROUND };
  const isNear = drawn.from < around.to && drawn.to > around.from;
  const from = isNear ? Math.min(view.from, Math.max(drawn.from, around.from)) : view.from;
  const to = isNear ? Math.max(view.to, Math.min(drawn.to, around.to)) : view.to;
  const [before, after] = [from - around.from, around.to - to];
  // More rows are missing in the direction in which the person scrolls.
  const more = after >= before ? Math.min(after, AT_ONCE) : Math.max(0, AT_ONCE - before);
  const next = { from: from - Math.min(before, AT_ONCE - more), to: to + Math.min(after, more) };
  return next.from === drawn.from && next.to === drawn.to ? drawn : next;
};

/** The indexes of a span in a list, and of the row with the focus, which stays however far a person scrolls. */
export const indexesOf = ({ from, to }: Span, count: number, focused: number): readonly number[] => {
  const end = Math.min(to, count);
  const indexes = Array.from({ length: Math.max(0, end - from) }, (_, index) => from + index);
  if (focused < 0 || focused >= count || (focused >= from && focused < end)) return indexes;
  return focused < from ? [focused, ...indexes] : [...indexes, focused];
};
