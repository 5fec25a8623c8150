import { type RefObject, useEffect, useRef } from 'react';
import type { ListedApprovalBody } from 'toolgate/http/client';
import { go } from '../address/use-address.js';
import { isShortcut } from '../data/shortcuts.js';
import { useKeyDown } from '../data/use-key-down.js';
import { detailId, focusDetail } from './focus.js';
import type { RowsHandle } from './rows.js';
import type { Ticks } from './use-ticks.js';

interface ListKeys {
  readonly shown: readonly ListedApprovalBody[];
  readonly ticks: Ticks;
  readonly open: string | undefined;
  readonly active: string | undefined;
  readonly rows: RefObject<RowsHandle | null>;
  readonly search: RefObject<HTMLInputElement | null>;
}

const isInCard = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(`#${detailId}`) !== null;

/** The keys of the list, and those that lead from the card to the next one or back. */
export const useListKeys = (keys: ListKeys): void => {
  const { shown, open, active, search } = keys;
  // If the approval leaves the list, the next one takes its place.
  const lastAt = useLastIndex(shown, open ?? active);
  useReturn(keys, lastAt);
  useKeyDown((event) => {
    if (!isShortcut(event)) return undefined;
    const isArrow = event.key.startsWith('Arrow');
    // The arrows scroll the card.
    if (isArrow && isInCard(event)) return undefined;
    switch (event.key.length === 1 ? event.key.toLowerCase() : event.key) {
      case 'j':
      case 'ArrowDown':
        return move(keys, lastAt, 1, event);
      case 'k':
      case 'ArrowUp':
        return move(keys, lastAt, -1, event);
      case 'x':
      case ' ':
        return tickActive(keys, event);
      case '/':
        event.preventDefault();
        return search.current?.focus();
      case 'Escape':
        return open === undefined ? undefined : go({ approval: undefined });
      default:
        return undefined;
    }
  });
};

const move = ({ shown, ticks, open, active, rows }: ListKeys, lastAt: number, step: 1 | -1, event: KeyboardEvent) => {
  if (shown.length === 0) return;
  event.preventDefault();
  const inCard = isInCard(event);
  const from = shown.findIndex(({ id }) => id === (inCard ? open : active));
  // The approval that left is not there: the next one took its place.
  const beside = active === undefined ? 0 : lastAt - (step > 0 ? 0 : 1);
  const index = Math.max(0, Math.min(from >= 0 ? from + step : beside, shown.length - 1));
  if (inCard) {
    go({ approval: shown[index]!.id }, 'replace');
    rows.current?.reveal(index);
    setTimeout(focusDetail);
    return;
  }
  if (event.shiftKey && from >= 0) {
    if (!ticks.ticked.includes(shown[from]!)) ticks.toggle(shown[from]!);
    ticks.toggle(shown[index]!, true);
  }
  rows.current?.focus(index);
};

const tickActive = ({ shown, ticks, active }: ListKeys, event: KeyboardEvent): void => {
  const item = shown.find(({ id }) => id === active);
  if (!item || isInCard(event)) return;
  // A button or a box uses the space bar itself.
  if (event.key === ' ' && !(event.target as Element).matches('a')) return;
  event.preventDefault();
  ticks.toggle(item, event.shiftKey);
};

/** The index that an approval has, or had before it left. */
const useLastIndex = (shown: readonly ListedApprovalBody[], id: string | undefined): number => {
  const last = useRef(0);
  const index = shown.findIndex((item) => item.id === id);
  if (index >= 0) last.current = index;
  return last.current;
};

/** Keeps the focus where a person reads: in the card that follows another, and on the row of one that was closed. */
const useReturn = ({ shown, open, rows }: ListKeys, lastAt: number): void => {
  const last = useRef(open);
  useEffect(() => {
    const closed = last.current;
    last.current = open;
    if (closed === undefined || closed === open) return;
    const { activeElement } = document;
    // The focused link to the next approval was removed with its card.
    if (open !== undefined && activeElement === document.body) focusDetail();
    if (open !== undefined || shown.length === 0) return;
    const isElsewhere = activeElement !== document.body && !activeElement?.closest(`#${detailId}`);
    if (isElsewhere) return;
    const index = shown.findIndex(({ id }) => id === closed);
    rows.current?.focus(index >= 0 ? index : Math.min(lastAt, shown.length - 1));
  }, [open]);
};
