import type { JsonObject } from 'toolgate/model';
import type { FunctionToolOptions } from './declaration/function-tool-options.js';
import type { ParametersSource } from './declaration/input-of.js';
import { FunctionToolCallback } from './function-tool-callback.js';

/**
 * Makes a function a tool, typed by its parameters: `functionTool({ name: 'add', parameters: z.object({ a: z.number() }),
 * run: ({ a }) => a + 1 })`. Name it in `tools()`, or provide it with `useValue`.
 * @throws ToolDeclarationException if it cannot be offered as it is declared
 */
export function functionTool<P extends ParametersSource | undefined = undefined, C extends object = JsonObject>(
  options: FunctionToolOptions<P, C>,
): FunctionToolCallback {
  return new FunctionToolCallback(options as unknown as FunctionToolOptions<ParametersSource | undefined>);
}
