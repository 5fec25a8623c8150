import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ListedApprovalBody } from 'toolgate/http/client';
import { ROW_PX } from './rows-in-view.js';

/** Keeps the rows that a person reads where they are, when rows above them arrive or leave. */
export const useStillScroll = (box: RefObject<HTMLElement | null>, shown: readonly ListedApprovalBody[]): void => {
  const last = useRef(shown);
  useLayoutEffect(() => {
    const before = last.current;
    last.current = shown;
    const element = box.current;
    if (!element || before === shown) return;
    const isRead = element.scrollTop > 0 || element.matches(':hover, :focus-within');
    if (!isRead) return;
    const moved = movedRows(before, shown, Math.floor(element.scrollTop / ROW_PX));
    if (moved !== 0) element.scrollTop += moved * ROW_PX;
  }, [shown, box]);
};

/** By how many rows the first row in view, or the next one that is still there, has moved. */
const movedRows = (
  before: readonly ListedApprovalBody[],
  after: readonly ListedApprovalBody[],
  first: number,
): number => {
  const places = new Map(after.map(({ id }, index) => [id, index]));
  for (let index = first; index < before.length; index++) {
    const place = places.get(before[index]!.id);
    if (place !== undefined) return place - first - (index - first);
  }
  return 0;
};
