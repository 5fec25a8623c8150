import { useEffect, useRef } from 'react';

/** Calls the latest handler for each key of the page. */
export const useKeyDown = (handle: (event: KeyboardEvent) => void): void => {
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => latest.current(event);
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
};
