import type { JsonObject, JsonValue } from 'toolgate/model';
import type { ParametersSource } from '../types/parameters-source.js';
import { FunctionToolCallback } from './function-tool-callback.js';
import type { FunctionToolOptions } from './function-tool-options.js';

/** A tool declared by its definition and one function. */
export interface ToolCallbackOptions<
  S extends ParametersSource | undefined,
  C extends object = JsonObject,
  A = JsonValue,
> extends Omit<FunctionToolOptions<S, C, A>, 'parameters' | 'inputSchema' | 'run'> {
  /** The schema of the whole input, an object: JSON Schema, a Standard Schema or a DTO class. @default no properties */
  readonly inputSchema?: S;
  /** Runs with the validated input, and returns a plain value or a promise of one. */
  readonly call: FunctionToolOptions<S, C, A>['run'];
}

/**
 * Creates a `ToolCallback` from a name, a schema and a function that returns a plain value: `toolCallback({ name: 'add',
 * inputSchema: z.object({ a: z.number() }), call: ({ a }) => a + 1 })`. Pass it to `tools()`, or provide it with `useValue`.
 * @throws ToolDeclarationException if the declaration is invalid
 */
export function toolCallback<
  S extends ParametersSource | undefined = undefined,
  C extends object = JsonObject,
  A = JsonValue,
>(options: ToolCallbackOptions<S, C, A>): FunctionToolCallback {
  const { inputSchema, call, ...settings } = options;
  const run = typeof call === 'function' ? call.bind(options) : call;
  const whole = { ...settings, ...(inputSchema !== undefined && { parameters: inputSchema }), run };
  return new FunctionToolCallback(whole as FunctionToolOptions<ParametersSource | undefined>, 'toolCallback');
}
