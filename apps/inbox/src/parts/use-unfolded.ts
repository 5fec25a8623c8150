import { useState, useSyncExternalStore } from 'react';

const print = matchMedia('print');

const subscribe = (changed: () => void): (() => void) => {
  print.addEventListener('change', changed);
  return () => print.removeEventListener('change', changed);
};

/** Whether the page is being printed. Paper has no buttons that unfold. */
export const usePrinted = (): boolean => useSyncExternalStore(subscribe, () => print.matches);

/** Whether a part is shown as a whole: after a person has unfolded it, and in print. */
export const useUnfolded = (): readonly [isUnfolded: boolean, setUnfolded: (isUnfolded: boolean) => void] => {
  const isPrinted = usePrinted();
  const [isUnfolded, setUnfolded] = useState(false);
  return [isPrinted || isUnfolded, setUnfolded];
};
