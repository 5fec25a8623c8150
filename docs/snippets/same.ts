/** Whether two types are the same, with every `readonly` and every `?`. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only for `true`: the page shows the same type as the package. */
export type Agrees<T extends true> = T;

/** An object type with all of its members in one place. */
export type Flat<T> = T extends unknown ? { [K in keyof T]: T[K] } : never;
