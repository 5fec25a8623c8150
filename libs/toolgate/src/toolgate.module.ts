import { type DynamicModule, type FactoryProvider, Global, Inject, Module } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { SeamException, kindOf, recordOf } from '#core';
import { APPROVAL_OPTIONS, ApprovalModule } from '#approval';
import { CHAT_OPTIONS, ChatModule } from '#chat';
import { MEMORY_OPTIONS, MemoryModule, toMemoryOptions } from '#memory';
import { LineLogger } from 'toolgate/model';
import { TOOL_CALLING_OPTIONS, ToolModule } from '#tool';
import { checkFeatures, checkOptions } from './check-options.js';
import { layOptions, optionsFromEnvironment, unknownVariables } from './environment.js';
import { MemoryRetentionCheck } from './memory-retention-check.js';
import { featureClients } from './feature-clients.js';
import type { ToolgateFeature } from './toolgate-feature.js';
import {
  type ASYNC_OPTIONS_TYPE,
  ConfigurableModuleClass,
  MODULE_OPTIONS_TOKEN,
  type ToolgateModuleOptions,
} from './toolgate.module-definition.js';

const EFFECTIVE_OPTIONS = Symbol.for('toolgate:effective-options');
// Repeated here, so that an application without observability and tool search does not load these rooms.
const OBSERVABILITY_OPTIONS = Symbol.for('toolgate:options:observability');
const TOOL_SEARCH_OPTIONS = Symbol.for('toolgate:options:tool-search');

// Options in code override the environment.
const effectiveOptions: FactoryProvider<ToolgateModuleOptions> = {
  provide: EFFECTIVE_OPTIONS,
  inject: [{ token: MODULE_OPTIONS_TOKEN, optional: true }],
  useFactory: (options: ToolgateModuleOptions = {}) => {
    for (const warning of unknownVariables(Object.keys(process.env))) new LineLogger('Toolgate').warn(warning);
    const own = { ...checkOptions(options), memory: toMemoryOptions(options.memory) };
    return layOptions<ToolgateModuleOptions>(optionsFromEnvironment(), own);
  },
};

const part = (token: symbol, pick: (options: ToolgateModuleOptions) => unknown): FactoryProvider => ({
  provide: token,
  inject: [EFFECTIVE_OPTIONS],
  useFactory: pick,
});

const chatOptions = ({
  model,
  client,
  retry,
  liveTurns,
  toolCalling: { order, enabled } = {},
}: ToolgateModuleOptions) => ({
  model,
  client,
  retry,
  liveTurns,
  toolCalling: { order, enabled },
});

/**
 * Provides a `ChatClient`, registers the application's `@Tool()` methods, and gates their calls by its
 * `ToolApprovalStrategy`. Global.
 */
@Global()
@Module({
  imports: [ToolModule, ChatModule, ApprovalModule, MemoryModule],
  providers: [
    effectiveOptions,
    MemoryRetentionCheck,
    part(TOOL_CALLING_OPTIONS, ({ toolCalling }) => toolCalling ?? {}),
    part(CHAT_OPTIONS, chatOptions),
    part(APPROVAL_OPTIONS, ({ approval }) => approval ?? {}),
    part(MEMORY_OPTIONS, ({ memory }) => memory ?? {}),
    part(OBSERVABILITY_OPTIONS, ({ observability }) => observability ?? {}),
    part(TOOL_SEARCH_OPTIONS, ({ toolSearch }) => toolSearch ?? {}),
  ],
  exports: [
    ToolModule,
    ChatModule,
    ApprovalModule,
    MemoryModule,
    TOOL_CALLING_OPTIONS,
    CHAT_OPTIONS,
    APPROVAL_OPTIONS,
    MEMORY_OPTIONS,
    OBSERVABILITY_OPTIONS,
    TOOL_SEARCH_OPTIONS,
  ],
})
export class ToolgateModule extends ConfigurableModuleClass {
  constructor(modules: ModulesContainer, @Inject(EFFECTIVE_OPTIONS) options: ToolgateModuleOptions) {
    super();
    assertNode();
    assertOnce(modules);
    assertHeard(modules, options);
  }

  /** Creates the module with options that a factory or a class returns. Start-up stops if it returns none. */
  static override forRootAsync(options: typeof ASYNC_OPTIONS_TYPE): DynamicModule {
    return refuseNoOptions(super.forRootAsync(options), MODULE_OPTIONS_TOKEN);
  }

  /**
   * Creates named chat clients in addition to the application's; `@InjectChatClient(name)` injects them in modules that
   * import the result.
   */
  static forFeature(features: readonly ToolgateFeature[]): DynamicModule {
    checkFeatures(features);
    return featureClients(features);
  }
}

// Of two imports, Nest would use the options of the first one: the strategy of the other would never run.
const assertOnce = (modules: ModulesContainer): void => {
  const types = [...modules.values()].map(({ metatype }) => metatype);
  const count = types.filter((type) => type === ToolgateModule).length;
  if (count === 1) return;
  const importers = types.filter((type) => importsOf(type).some(isToolgate)).map(({ name }) => name);
  throw new SeamException(
    `ToolgateModule is imported ${count} times, each with options of its own: by ${importers.join(' and by ')}. Import ToolgateModule.forRoot() once; it is global.`,
  );
};

// These options apply to modules that ToolgateModule does not import.
const assertHeard = (
  modules: ModulesContainer,
  { toolSearch = {}, observability = {} }: ToolgateModuleOptions,
): void => {
  const names = new Set([...modules.values()].map(({ metatype }) => metatype.name));
  const check = (group: string, options: object, module: string, door: string): void => {
    const [option] = Object.entries(options).flatMap(([key, value]) =>
      value === undefined || value === false ? [] : [key],
    );
    if (option === undefined || names.has(module)) return;
    throw new SeamException(
      `The option ${group}.${option} has no effect: ${module} is not imported. Import it from '${door}' in addition to ToolgateModule.`,
    );
  };
  check('toolSearch', toolSearch, 'ToolSearchModule', 'toolgate/tool-search');
  check('observability', observability, 'ObservabilityModule', 'toolgate/observability');
};

// Read from the decorator, because Nest adds a global module to the imports of every other module.
const importsOf = (type: Function): readonly unknown[] => Reflect.getMetadata('imports', type) ?? [];

const isToolgate = (imported: unknown): boolean =>
  imported === ToolgateModule || recordOf(imported)['module'] === ToolgateModule;

const OLDEST = [20, 19] as const;

/** Throws `SeamException` if Node.js is older than the oldest supported version. */
export const assertNode = (version: string = process.versions.node): void => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new SeamException(
    `Toolgate does not run on Node.js ${version}: it requires ${OLDEST.join('.')} or newer. Update Node.js.`,
  );
};

/** Stops start-up if the factory of a module's options returns nothing, like an arrow function without `return`. */
const refuseNoOptions = (module: DynamicModule, token: string | symbol): DynamicModule => ({
  ...module,
  providers: module.providers?.map((provider) => {
    if (!('useFactory' in provider) || provider.provide !== token) return provider;
    return { ...provider, useFactory: async (...args: unknown[]) => assertOptions(await create(provider, args)) };
  }),
});

const create = (provider: FactoryProvider, args: unknown[]): unknown => provider.useFactory(...args);

const assertOptions = (options: unknown): unknown => {
  if (typeof options === 'object' && options !== null) return options;
  throw new SeamException(
    `The factory of ToolgateModule.forRootAsync() returned ${kindOf(options)}. Return the options, such as { model }, or {}.`,
  );
};
