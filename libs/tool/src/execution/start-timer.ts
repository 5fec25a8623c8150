const MAX_TIMER = 2 ** 31 - 1;

/** Calls back after so many milliseconds unless it is stopped; a time no timer can hold, such as `Infinity`, never comes. */
export const startTimer = (ms: number, ring: () => void): { stop(): void } => {
  if (ms > MAX_TIMER) return { stop: () => {} };
  const timer = setTimeout(ring, ms);
  return { stop: () => clearTimeout(timer) };
};
