import { type Class, prototypeChain } from '#core';
import type { ToolDefaults } from '../contract/tool-defaults.js';
import { TOOL_OPTIONS, TOOLS_OPTIONS } from '../tool.constants.js';
import type { ToolOptions, ToolsOptions } from './tool-options.js';

/** Returns the options of a tool method. A missing option comes from the nearest superclass that states it. */
export function effectiveOptions(start: object, key: string): ToolOptions {
  return prototypeChain(start).reduceRight<ToolOptions>((inherited, target) => {
    const own: ToolOptions | undefined = Reflect.getOwnMetadata(TOOL_OPTIONS, target, key);
    return own ? overrideOptions(inherited, own) : inherited;
  }, {});
}

/** Returns the `@Tools` options of a class. A missing option comes from the nearest superclass that states it. */
export function classOptions(type: Class): ToolsOptions {
  return prototypeChain(type).reduceRight<ToolsOptions>((inherited, target) => {
    const own: ToolsOptions | undefined = Reflect.getOwnMetadata(TOOLS_OPTIONS, target);
    return own ? { ...inherited, ...stated(own) } : inherited;
  }, {});
}

/** Merges options over inherited ones; an empty name or description counts as missing. */
export function overrideOptions(inherited: ToolOptions, own: ToolOptions): ToolOptions {
  // An inherited inputSchema describes the inherited `parameters`, not new ones.
  const { inputSchema: _other, ...rest } = inherited;
  return { ...(own.parameters === undefined ? inherited : rest), ...stated(own) };
}

/** Merges the options of a method over those of its class, and those over the module's. Tags are combined. */
export function completeOptions(own: ToolOptions, ofClass: ToolDefaults, ofModule: ToolDefaults = {}): ToolOptions {
  const layers = [ofModule, ofClass, own];
  const tags = layers.flatMap((layer) => layer.tags ?? []);
  const hasTags = layers.some((layer) => layer.tags !== undefined);
  return Object.assign({}, ...layers.map(stated), hasTags && { tags: [...new Set(tags)] }) as ToolOptions;
}

function stated<T extends ToolOptions>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([key, value]) => isStated(key, value))) as Partial<T>;
}

function isStated(key: string, value: unknown): boolean {
  return value !== undefined && !(value === '' && (key === 'name' || key === 'description'));
}
