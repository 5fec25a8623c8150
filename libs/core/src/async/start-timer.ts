/** The longest delay of a timer of Node, in milliseconds: one with a longer delay fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A running timer. It can be stopped, or checked while blocking code keeps timers from firing. */
interface RunningTimer {
  stop(): void;
  /** Calls back now if the time has expired. */
  check(): void;
}

const NEVER: RunningTimer = { stop: () => {}, check: () => {} };

/** Calls back after `ms` milliseconds unless stopped. Never calls back if `ms` is above the limit of timers: `Infinity`. */
export const startTimer = (ms: number, ring: () => void): RunningTimer => {
  if (ms > LONGEST_TIMER_MS) return NEVER;
  const end = performance.now() + ms;
  const timer = setTimeout(ring, ms);
  return { stop: () => clearTimeout(timer), check: () => void (performance.now() >= end && ring()) };
};
