import type { Class } from '#core';

type MethodsOf<T> = { [K in keyof T]: T[K] extends (...args: never) => unknown ? K : never }[keyof T] & string;

/** The names of an object's methods; for a class, its instance methods and its static methods. */
export type MethodName<T> = T extends Class<infer Instance> ? MethodsOf<Instance> | MethodsOf<T> : MethodsOf<T>;
