import { vi } from 'vitest';

/** Advances the monotonic clock of the process, as if the process had been stopped for that long. */
export const runAhead = () => {
  const real = performance.now.bind(performance);
  let aheadMs = 0;
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => real() + aheadMs);
  return {
    advance: (ms: number): void => void (aheadMs += ms),
    restore: (): void => spy.mockRestore(),
  };
};
