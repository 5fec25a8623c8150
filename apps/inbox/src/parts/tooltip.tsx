import { cloneElement, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { placeBeside } from './place-beside.js';

const DELAY_MS = 350;

/** A few words on what its child is. They appear on hover and on focus, and Escape hides them. */
export const Tooltip = ({
  text,
  children,
}: {
  readonly text: ReactNode;
  readonly children: ReactElement<Record<string, unknown>>;
}) => {
  const id = useId();
  const [anchor, setAnchor] = useState<Element>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = (): void => {
    clearTimeout(timer.current);
    setAnchor(undefined);
  };
  const show = (element: Element, delayMs: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(element), delayMs);
  };
  useEffect(() => hide, []);
  return (
    <>
      {cloneElement(children, {
        'aria-describedby': anchor && id,
        onMouseEnter: (event: { currentTarget: Element }) => show(event.currentTarget, DELAY_MS),
        onMouseLeave: hide,
        onFocus: (event: { currentTarget: Element }) =>
          event.currentTarget.matches(':focus-visible') && show(event.currentTarget, 0),
        onBlur: hide,
      })}
      {anchor && <Bubble id={id} text={text} anchor={anchor} onHide={hide} />}
    </>
  );
};

const Bubble = ({
  id,
  text,
  anchor,
  onHide,
}: {
  readonly id: string;
  readonly text: ReactNode;
  readonly anchor: Element;
  readonly onHide: () => void;
}) => {
  const bubble = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    bubble.current?.showPopover?.();
    if (bubble.current) placeBeside(bubble.current, anchor, 'above', 'center');
    addEventListener('keydown', ({ key }) => key === 'Escape' && onHide(), { signal });
    addEventListener('scroll', onHide, { signal, capture: true });
    return () => end.abort();
  }, [anchor]);
  return (
    <span ref={bubble} id={id} role="tooltip" popover="manual" className="tooltip">
      {text}
    </span>
  );
};
