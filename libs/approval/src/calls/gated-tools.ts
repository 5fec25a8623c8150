import type { Type } from '@nestjs/common';
import type { JsonValue } from 'toolgate/model';
import { MethodToolCallback, type ToolCallback, type ToolContext } from 'toolgate/tool';
import type { GatedCallOptions, GatedCallOutcome } from './gated-call.js';
import { GatedCallException } from './gated-call.errors.js';

type Method = (...args: never) => unknown;

/** The arguments of a method, by their names; or the one parameter that is the whole input. */
type InputOf<M extends Method> =
  | { readonly [name: string]: Exclude<Parameters<M>[number], ToolContext> }
  | Extract<Exclude<Parameters<M>[number], ToolContext>, object>;

/** The type of a value after it was converted to JSON and parsed. */
type JsonOf<T> = T extends { toJSON(...args: never): infer J }
  ? JsonOf<J>
  : T extends string | number | boolean | null
    ? T
    : T extends readonly (infer E)[]
      ? readonly JsonOf<E>[]
      : T extends object
        ? { readonly [K in keyof T as T[K] extends Method | symbol ? never : K]: JsonOf<T[K]> }
        : T extends undefined
          ? undefined
          : JsonValue;

/** The result of a gated call of a method. A method that returns nothing has the result `Done`. */
export type GatedResult<M extends Method> = [Awaited<ReturnType<M>>] extends [undefined | void]
  ? 'Done'
  : JsonOf<Awaited<ReturnType<M>>>;

/** The tool methods of a class, each of which passes the gate. */
export type GatedTools<T> = {
  readonly [K in keyof T as T[K] extends Method ? K : never]: T[K] extends Method
    ? (input: InputOf<T[K]>, options?: GatedCallOptions) => Promise<GatedCallOutcome<GatedResult<T[K]>>>
    : never;
};

type Call = (tool: ToolCallback, input: object, options?: GatedCallOptions) => Promise<GatedCallOutcome>;

/** Returns an object whose methods make gated calls of the tools of a class. */
export const gatedTools = <T extends object>(
  type: Type<T>,
  callbacks: readonly ToolCallback[],
  call: Call,
): GatedTools<T> => {
  const byMethod = new Map(
    callbacks.flatMap((tool) => (tool instanceof MethodToolCallback ? [[tool.method, tool]] : [])),
  );
  const get = (_: object, name: string | symbol) => {
    const tool = typeof name === 'string' ? byMethod.get(name) : undefined;
    if (tool) return (input: object, options?: GatedCallOptions) => call(tool, input, options);
    // Only await and formatters ask for these.
    if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined;
    throw new GatedCallException(
      `${type.name}.${name} is not a tool of this application. Add @RequiresApproval() to the method, or @Tool() if a model may call it.`,
    );
  };
  return new Proxy({}, { get }) as GatedTools<T>;
};
