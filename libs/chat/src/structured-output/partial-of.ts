/**
 * A value while it is written: any property may still be missing at every depth, and strings and lists grow. It is the
 * JSON of the model, in which a date is a string and a map is an object.
 */
export type PartialOf<T> = T extends string | number | boolean | null | undefined | Function
  ? T
  : T extends Date
    ? T | string
    : T extends ReadonlyMap<string, infer Value>
      ? T | { readonly [key: string]: PartialOf<Value> }
      : T extends readonly (infer Item)[]
        ? readonly PartialOf<Item>[]
        : T extends object
          ? { readonly [K in keyof T]?: PartialOf<T[K]> }
          : T;
