import { type FocusEvent, type RefObject, useCallback, useEffect, useRef } from 'react';

/**
 * Moves the focus to an area if its focused element was removed, such as a form that Escape closed. Otherwise the page
 * would have the focus and receive the next key. Returns the listener for focus events of the area.
 */
export const useKeptFocus = (area: RefObject<HTMLElement | null>): ((event: FocusEvent) => void) => {
  const last = useRef<Element>(undefined);
  useEffect(() => {
    const { current } = area;
    if (!current) return undefined;
    const observer = new MutationObserver(() => {
      if (last.current?.isConnected !== false) return;
      last.current = undefined;
      if (document.activeElement === document.body) current.focus({ preventScroll: true });
    });
    observer.observe(current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [area]);
  return useCallback(({ target }) => void (last.current = target), []);
};
