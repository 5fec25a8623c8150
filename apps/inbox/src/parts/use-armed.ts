import { useEffect, useState } from 'react';

/** Longer than the two clicks of a double click are apart. */
const ARMED_AFTER_MS = 800;

/** Whether a question has been shown long enough that a click on its button is an answer to it. */
export const useArmed = (): boolean => {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), ARMED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isArmed;
};
