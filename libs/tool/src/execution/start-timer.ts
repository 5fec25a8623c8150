const MAX_TIMER = 2 ** 31 - 1;

/** A time that runs: it can be taken back, or asked where something keeps timers from firing. */
export interface RunningTimer {
  stop(): void;
  /** Calls back now if the time is over. */
  check(): void;
}

const NEVER: RunningTimer = { stop: () => {}, check: () => {} };

/** Calls back after so many milliseconds unless it is stopped; a time no timer can hold, such as `Infinity`, never comes. */
export const startTimer = (ms: number, ring: () => void): RunningTimer => {
  if (ms > MAX_TIMER) return NEVER;
  const end = performance.now() + ms;
  const timer = setTimeout(ring, ms);
  return { stop: () => clearTimeout(timer), check: () => void (performance.now() >= end && ring()) };
};
