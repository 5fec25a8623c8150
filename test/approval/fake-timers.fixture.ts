import { jest } from '@jest/globals';

const APIS = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** From now on these timers fire when a test advances them, and all others as usual. */
export const fakeOnly = (...timers: readonly (typeof APIS)[number][]): void => {
  jest.useFakeTimers({ doNotFake: APIS.filter((api) => !timers.includes(api)) });
};
