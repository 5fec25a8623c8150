/** Any class, including abstract ones and those with constructor parameters. */
export type Class<T = unknown> = abstract new (...args: never) => T;
