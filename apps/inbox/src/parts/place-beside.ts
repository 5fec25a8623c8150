const GAP = 6;
const EDGE = 8;

/** Puts an element of the top layer above or below another one, inside the window. */
export const placeBeside = (
  popup: HTMLElement,
  anchor: Element,
  side: 'above' | 'below',
  align: 'start' | 'end' | 'center',
): void => {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popup;
  const above = at.top - GAP - height;
  const below = at.bottom + GAP;
  const fitsBelow = below + height <= innerHeight - EDGE;
  const isAbove = side === 'above' ? above >= EDGE || !fitsBelow : !fitsBelow && above >= EDGE;
  const starts = { start: at.left, end: at.right - width, center: at.left + (at.width - width) / 2 };
  const left = Math.max(EDGE, Math.min(starts[align], innerWidth - width - EDGE));
  Object.assign(popup.style, { top: `${isAbove ? above : below}px`, left: `${left}px` });
};
