import { type RefObject, useEffect, useState } from 'react';
import { indexesOf, ROW_PX, rowsInView, rowsInWindow, spanAround, widened } from './rows-in-view.js';

// The rows around those in view are completed while a person does not scroll.
const PAUSE_MS = 100;

/** The indexes of the rows to draw, while a person scrolls. */
export const useRowsInView = (
  box: RefObject<HTMLElement | null>,
  count: number,
  focused: number,
): readonly number[] => {
  // The first render has no box yet. Before the first paint, no person scrolls.
  const [drawn, setDrawn] = useState(() => rowsInWindow(innerHeight));
  useEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const draw = (): void =>
      setDrawn((before) => spanAround(before, rowsInView(current.scrollTop, current.clientHeight)));
    const sizes = new ResizeObserver(draw);
    sizes.observe(current);
    current.addEventListener('scroll', draw, { passive: true });
    return () => {
      sizes.disconnect();
      current.removeEventListener('scroll', draw);
    };
  }, [box]);
  useEffect(() => {
    const { current } = box;
    // Before a person scrolls, the rows in view are enough.
    if (!current || current.scrollTop === 0) return undefined;
    const widen = (): void =>
      setDrawn((before) => widened(before, rowsInView(current.scrollTop, current.clientHeight)));
    const timer = setTimeout(widen, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [drawn, box]);
  return indexesOf(drawn, count, focused);
};

/** Scrolls as little as it takes to show a whole row. */
export const scrollToRow = (box: HTMLElement, index: number): void => {
  const start = index * ROW_PX;
  box.scrollTop = Math.min(start, Math.max(box.scrollTop, start + ROW_PX - box.clientHeight));
};
