import { prototypeChain } from '#core';
import { ToolContext } from '../contract/tool-context.js';
import { toolMethodsOf } from '../declare/tool-methods.js';
import type { RegisteredTool } from '../registry/registered-tool.js';
import { TOOL_PARAMETERS } from '../tool.constants.js';
import { pluginMethod } from '../types/plugin-metadata.js';

/** Returns a line that recommends the compiler plugin, if a tool has parameters that only the plugin could read. */
export const pluginHint = (tools: readonly RegisteredTool[]): string | undefined => {
  for (const type of new Set(tools.flatMap((tool) => (tool.type ? [tool.type] : [])))) {
    const method = toolMethodsOf(type).find(({ key, isStatic }) => isUnread(isStatic ? type : type.prototype, key));
    if (method) return hintFor(`${type.name}.${method.key}`);
  }
  return undefined;
};

const hintFor = (label: string): string =>
  `The compiler plugin toolgate/plugin is not active, so optional parameters (\`year?: number\`), unions and doc comments of ${label} and others are not read. Add "plugins": ["toolgate/plugin"] to compilerOptions in nest-cli.json, or use @ToolParam().`;

/** Whether the plugin did not process a method, and one of its parameters has no `@ToolParam()`. */
const isUnread = (start: object, key: string): boolean => {
  const owner = prototypeChain(start).find((target) => Reflect.hasOwnMetadata('design:paramtypes', target, key));
  if (!owner || pluginMethod(owner, key)) return false;
  const types: readonly unknown[] = Reflect.getOwnMetadata('design:paramtypes', owner, key) ?? [];
  const described: object = Reflect.getOwnMetadata(TOOL_PARAMETERS, owner, key) ?? {};
  return types.some((type, index) => !isContextClass(type) && !Object.hasOwn(described, index));
};

const isContextClass = (type: unknown): boolean =>
  type === ToolContext || (typeof type === 'function' && type.prototype instanceof ToolContext);
