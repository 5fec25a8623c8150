import { type Ref, useImperativeHandle, useRef } from 'react';
import type { PrincipalBody } from 'toolgate/http/client';
import { Button } from '../parts/button.js';
import { useTexts } from '../texts/texts.js';
import { rowId } from './focus.js';
import { Row } from './row.js';
import { useArrivals } from './use-arrivals.js';
import type { List } from './use-list.js';
import { ROW_PX } from './rows-in-view.js';
import { scrollToRow, useRowsInView } from './use-rows-in-view.js';
import { useStillScroll } from './use-still-scroll.js';
import type { Ticks } from './use-ticks.js';

/** What the keys do with the rows. */
export interface RowsHandle {
  /** Moves the focus to a row, and scrolls it into view. */
  focus(index: number): void;
  /** Scrolls a row into view. */
  reveal(index: number): void;
}

interface RowsProps {
  readonly handle: Ref<RowsHandle>;
  readonly list: List;
  readonly ticks: Ticks;
  readonly me: PrincipalBody | undefined;
  readonly open: string | undefined;
  /** The row that has the focus, or has it when a person returns to the list. */
  readonly active: string | undefined;
  readonly onActive: (id: string) => void;
}

/** The rows in view, and few around them. */
export const Rows = ({ handle, list, ticks, me, open, active, onActive }: RowsProps) => {
  const { shown, loaded, pages, more } = list;
  const { title } = useTexts().list;
  const box = useRef<HTMLDivElement>(null);
  const activeAt = shown.findIndex(({ id }) => id === active);
  const indexes = useRowsInView(box, shown.length, activeAt);
  const isNew = useArrivals(loaded, pages);
  useStillScroll(box, shown);
  const reveal = (index: number): void => {
    const id = shown[index]?.id;
    if (id !== undefined) onActive(id);
    if (box.current) scrollToRow(box.current, index);
  };
  const focus = (index: number): void => {
    reveal(index);
    const id = shown[index]?.id;
    // A row out of view exists after the next frame. One in view has the focus before the next key.
    if (id !== undefined && !focusRow(id)) requestAnimationFrame(() => focusRow(id));
  };
  useImperativeHandle(handle, () => ({ focus, reveal }));
  return (
    <div ref={box} className="rows">
      <ul role="list" aria-label={title} style={{ blockSize: shown.length * ROW_PX }}>
        {indexes.map((index) => {
          const approval = shown[index]!;
          return (
            <Row
              key={approval.id}
              approval={approval}
              index={index}
              size={more ? -1 : shown.length}
              start={index * ROW_PX}
              query={location.search}
              me={me}
              isOpen={approval.id === open}
              isTicked={ticks.revisions.get(approval.id) === approval.revision}
              isFocusable={index === Math.max(activeAt, 0)}
              isNew={isNew(approval.id)}
              onActive={onActive}
              onTick={ticks.toggle}
            />
          );
        })}
      </ul>
      {more && <More {...more} />}
    </div>
  );
};

const focusRow = (id: string): boolean => {
  const row = document.getElementById(rowId(id));
  row?.focus({ preventScroll: true });
  return row !== null;
};

const More = ({ load, isLoading }: NonNullable<List['more']>) => (
  <div className="rows-more">
    <Button onClick={load} isBusy={isLoading}>
      {useTexts().list.more}
    </Button>
  </div>
);
