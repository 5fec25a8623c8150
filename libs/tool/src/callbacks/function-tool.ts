import type { JsonObject, JsonValue } from 'toolgate/model';
import type { ParametersSource } from '../types/parameters-source.js';
import { FunctionToolCallback } from './function-tool-callback.js';
import type { FunctionToolOptions } from './function-tool-options.js';

/**
 * Creates a tool from a function, typed by its parameters: `functionTool({ name: 'add', parameters: z.object({ a:
 * z.number() }), run: ({ a }) => a + 1 })`. Pass it to `tools()`, or provide it with `useValue`.
 * @throws ToolDeclarationException if the declaration is invalid
 */
export function functionTool<
  P extends ParametersSource | undefined = undefined,
  C extends object = JsonObject,
  A = JsonValue,
>(options: FunctionToolOptions<P, C, A>): FunctionToolCallback {
  return new FunctionToolCallback(options as FunctionToolOptions<ParametersSource | undefined>);
}
