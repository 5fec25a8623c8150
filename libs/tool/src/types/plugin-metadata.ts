import type { Class } from '#core';
import type { ToolParamOptions } from './tool-param-options.js';

/** The metadata that the compiler plugin read from a tool method. */
interface PluginMethod {
  /** The summary of the method's doc comment. */
  readonly description?: string;
  /** Whether TypeScript lets only the class call it. */
  readonly isPrivate?: boolean;
  /** The options by index; null for a parameter that does not come from the model. */
  readonly parameters?: readonly (ToolParamOptions | null)[];
}

/** The metadata that the compiler plugin read from a class. */
export interface PluginClass {
  readonly methods?: Readonly<Record<string, PluginMethod>>;
  readonly staticMethods?: Readonly<Record<string, PluginMethod>>;
  readonly properties?: Readonly<Record<string, ToolParamOptions>>;
}

/** The static method that the compiler plugin, or `loadPluginMetadata()`, adds to a class. */
const FACTORY = '_TOOLGATE_METADATA_FACTORY';

/** Returns the compiler plugin's metadata of a class itself; undefined if the plugin did not process it. */
export function pluginClass(type: Class): PluginClass | undefined {
  const factory: unknown = Object.hasOwn(type, FACTORY) ? Reflect.get(type, FACTORY) : undefined;
  return typeof factory === 'function' ? factory() : undefined;
}

/** Attaches the compiler plugin's metadata to a class that was compiled without it. */
export function attachPluginClass(type: Class, metadata: PluginClass): void {
  Object.defineProperty(type, FACTORY, { value: () => metadata, configurable: true });
}

/** Returns the compiler plugin's metadata of a method that a prototype or a class declares itself. */
export function pluginMethod(owner: object, key: string): PluginMethod | undefined {
  const isStatic = typeof owner === 'function';
  const read = pluginClass(isStatic ? (owner as Class) : (owner.constructor as Class));
  const methods = isStatic ? read?.staticMethods : read?.methods;
  return methods && Object.hasOwn(methods, key) ? methods[key] : undefined;
}

/** Merges options stated in the source over the plugin's; a stated type replaces all of the plugin's type options. */
export function overridePlugin(read: ToolParamOptions, stated: ToolParamOptions): ToolParamOptions {
  const { type, items, enum: values, schema, mapOf, default: value, ...others } = read;
  const statesType = [stated.type, stated.items, stated.enum, stated.schema, stated.mapOf].some(isDefined);
  const statesValue = statesType || stated.required === true;
  return Object.fromEntries(
    [
      ...Object.entries(others),
      ...(statesType ? [] : Object.entries({ type, items, enum: values, schema, mapOf })),
      ...(statesValue ? [] : [['default', value] as const]),
      ...Object.entries(stated).filter(([option, one]) => isDefined(one) && !(option === 'description' && one === '')),
    ].filter(([, one]) => isDefined(one)),
  );
}

function isDefined(value: unknown): boolean {
  return value !== undefined;
}
