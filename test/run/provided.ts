export type { ProvidedContext } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether each test of a property runs with as many cases as it needs after a change of the tested code. */
    readonly isThorough: boolean;
  }
}
