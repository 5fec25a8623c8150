type Start = typeof setTimeout | typeof setInterval;

const TIMERS = Symbol.for('toolgate.test.timers');
// A process runs many spec files, and each one loads this module.
const shared = globalThis as { [TIMERS]?: Set<NodeJS.Timeout> };

const rememberTimers = (): Set<NodeJS.Timeout> => {
  const timers = new Set<NodeJS.Timeout>();
  const remembering = <F extends Start>(start: F): F =>
    new Proxy(start, {
      apply: (target, self, args) => {
        const timer = Reflect.apply(target, self, args) as NodeJS.Timeout;
        timers.add(timer);
        return timer;
      },
    });
  globalThis.setTimeout = remembering(globalThis.setTimeout);
  globalThis.setInterval = remembering(globalThis.setInterval);
  return timers;
};

const timers = (shared[TIMERS] ??= rememberTimers());

/** Clears the timers that nothing waits for. They would run in the next spec file, perhaps under its virtual clock. */
export const clearLeftTimers = (): void => {
  for (const timer of timers) if (!timer.hasRef()) clearTimeout(timer);
  timers.clear();
};
