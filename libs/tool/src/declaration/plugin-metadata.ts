import type { ToolParamOptions } from './tool-param.decorator.js';
import type { Class } from './type-reference.js';

/** What the compiler plugin read of a tool method. */
export interface PluginMethod {
  /** The summary of its doc comment. */
  readonly description?: string;
  /** By index; null for a parameter that the model does not give. */
  readonly parameters?: readonly (ToolParamOptions | null)[];
}

/** What the compiler plugin read of a class. */
export interface PluginClass {
  readonly methods?: Readonly<Record<string, PluginMethod>>;
  readonly staticMethods?: Readonly<Record<string, PluginMethod>>;
  readonly properties?: Readonly<Record<string, ToolParamOptions>>;
}

/** The static method that the compiler plugin adds to a class, or `loadPluginMetadata()` from `metadata.ts`. */
const FACTORY = '_TOOLGATE_METADATA_FACTORY';

/** Returns what the compiler plugin read of a class itself; undefined if the plugin has not seen it. */
export function pluginClass(type: Class): PluginClass | undefined {
  const factory: unknown = Object.hasOwn(type, FACTORY) ? Reflect.get(type, FACTORY) : undefined;
  return typeof factory === 'function' ? (factory() as PluginClass) : undefined;
}

/** Attaches what the compiler plugin read to a class that was compiled without it. */
export function attachPluginClass(type: Class, metadata: PluginClass): void {
  Object.defineProperty(type, FACTORY, { value: () => metadata, configurable: true });
}

/** Returns what the compiler plugin read of a method that an object, a prototype or a class, declares itself. */
export function pluginMethod(owner: object, key: string): PluginMethod | undefined {
  const isStatic = typeof owner === 'function';
  const read = pluginClass(isStatic ? (owner as Class) : (owner.constructor as unknown as Class));
  const methods = isStatic ? read?.staticMethods : read?.methods;
  return methods && Object.hasOwn(methods, key) ? methods[key] : undefined;
}

/** Lays what the source states over what the plugin read; a stated type replaces everything about the type. */
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
