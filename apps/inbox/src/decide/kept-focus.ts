import { type FocusEvent, type RefObject, useCallback, useEffect, useRef } from 'react';

/**
 * Gives the focus to an area if what had it inside was removed, such as the form that Escape closes. It would otherwise
 * fall to the page, and the next key would be one of the page. Returns what hears the focus of the area.
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
