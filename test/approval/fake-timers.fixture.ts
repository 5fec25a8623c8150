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

/** Makes these timers fire when a test advances them; all others run as usual. */
export const fakeOnly = (...timers: readonly (typeof APIS)[number][]): void => {
  jest.useFakeTimers({ doNotFake: APIS.filter((api) => !timers.includes(api)) });
};
