import { Inject, Module, type OnApplicationBootstrap, type OnModuleInit, Optional } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { LineLogger } from 'toolgate/model';
import { GatedToolCallingManager } from './gated-tool-calling.manager.js';
import { isDebugEnabled } from './is-debug-enabled.js';
import { JsonToolCallResultConverter } from './json-tool-call-result.converter.js';
import { MessageExceptionProcessor } from './message-exception.processor.js';
import { RegistryToolCallbackResolver } from './registry-tool-callback.resolver.js';
import { RunEverythingGate } from './run-everything.gate.js';
import { ToolPipelines } from './pipeline/tool-pipelines.js';
import { ProviderInstances } from './seam/provider-instances.js';
import { CurrentToolContext } from './execution/current-tool-context.js';
import { nameWarnings } from './report/name-warnings.js';
import { rulesOf } from './report/tool-rules.js';
import { pluginHint } from './report/plugin-hint.js';
import { toolReport } from './report/tool-report.js';
import { type CreatedClass, uninjectableWarnings } from './report/uninjectable-classes.js';
import { UnguardedTools } from './report/unguarded-tools.js';
import { converterFinder, findConverters } from './results/converter-finder.js';
import { registerBrand } from './seam/assert-one-copy.js';
import { seamProvider } from './seam/seam-provider.js';
import { Seams } from './seam/seams.js';
import { ToolCallback } from './tool-callback.js';
import { ToolCallbackProvider } from './tool-callback-provider.js';
import { ToolCallbackResolver } from './tool-callback-resolver.js';
import { ToolCallResultConverter } from './tool-call-result-converter.js';
import { ToolCallingManager } from './tool-calling-manager.js';
import type { ToolCallingOptions } from './tool-calling-options.js';
import { TOOL_CALLING_OPTIONS } from './tool.constants.js';
import { ToolExecutionExceptionProcessor } from './tool-execution-exception.processor.js';
import { ToolExplorer } from './tool.explorer.js';
import { ToolGate } from './tool-gate.js';
import { ToolInterceptor } from './tool-interceptor.js';
import { type RegisteredTool, ToolRegistry } from './tool.registry.js';
import { ToolResults } from './tool-results.js';
import { ToolSets } from './tool-sets.js';
import { EverythingVisible } from './selection/everything-visible.js';
import { visibleTools } from './selection/visible-tools.js';
import { ToolVisibility } from './tool-visibility.js';

const OPTIONS = { token: TOOL_CALLING_OPTIONS, optional: true };

for (const collected of [ToolCallback, ToolCallbackProvider, ToolInterceptor]) registerBrand(collected);

/** Registers the application's tools and runs them through its gate. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    Seams,
    ProviderInstances,
    CurrentToolContext,
    ToolPipelines,
    UnguardedTools,
    ToolExplorer,
    {
      provide: ToolRegistry,
      inject: [ToolExplorer, Seams, OPTIONS],
      useFactory: (explorer: ToolExplorer, seams: Seams, { defaults, globalEnhancers }: ToolCallingOptions = {}) =>
        new ToolRegistry(() => explorer.explore(), { rules: rulesOf(seams), defaults, globalEnhancers }),
    },
    seamProvider(ToolCallResultConverter, ['convert'], () => ({
      fallback: () => new JsonToolCallResultConverter(),
    })),
    seamProvider(
      ToolCallbackResolver,
      ['resolve'],
      (registry: ToolRegistry) => ({
        fallback: () => new RegistryToolCallbackResolver(registry),
      }),
      [ToolRegistry],
    ),
    seamProvider(
      ToolExecutionExceptionProcessor,
      ['process'],
      (options?: ToolCallingOptions) => ({
        fallback: () => new MessageExceptionProcessor(options),
      }),
      [OPTIONS],
    ),
    seamProvider(ToolVisibility, ['isVisible'], () => ({
      fallback: () => new EverythingVisible(),
      scoped: true,
      refuseBareSubclass: true,
    })),
    seamProvider(ToolGate, ['decide'], () => ({ fallback: () => new RunEverythingGate() })),
    {
      provide: ToolSets,
      inject: [ToolCallbackResolver, ToolRegistry, ProviderInstances],
      useFactory: (resolver: ToolCallbackResolver, registry: ToolRegistry, { of }: ProviderInstances) =>
        new ToolSets(resolver, registry, of),
    },
    {
      provide: ToolResults,
      inject: [Seams, ProviderInstances, OPTIONS],
      useFactory: (seams: Seams, instances: ProviderInstances, options: ToolCallingOptions = {}) =>
        new ToolResults({
          converterOf: (callback) => converterFinder(seams.effective(ToolCallResultConverter), instances.of)(callback),
          maxResultLength: options.maxResultLength,
          maxStreamBytes: options.maxStreamBytes,
        }),
    },
    seamProvider(
      ToolCallingManager,
      ['resolveToolDefinitions', 'resolveTools', 'executeToolCalls'],
      (toolSets: ToolSets, seams: Seams, instances: ProviderInstances, options?: ToolCallingOptions) => ({
        fallback: () =>
          new GatedToolCallingManager({
            ...options,
            toolSets,
            // Without a ToolVisibility of the application every tool is visible, so none is asked.
            visible: seams.isReplaced(ToolVisibility)
              ? visibleTools((context) => seams.forTurn(ToolVisibility, context))
              : undefined,
            converter: seams.effective(ToolCallResultConverter),
            instanceOf: instances.of,
            exceptionProcessor: seams.effective(ToolExecutionExceptionProcessor),
            gate: seams.effective(ToolGate),
            interceptors: seams.collect(ToolInterceptor).map((found) => found.instance()),
          }),
      }),
      [ToolSets, Seams, ProviderInstances, OPTIONS],
    ),
  ],
  exports: [
    CurrentToolContext,
    Seams,
    ToolRegistry,
    ToolResults,
    ToolSets,
    ToolCallResultConverter,
    ToolCallbackResolver,
    ToolExecutionExceptionProcessor,
    ToolGate,
    ToolVisibility,
    ToolCallingManager,
  ],
})
export class ToolModule implements OnModuleInit, OnApplicationBootstrap {
  private readonly logger = new LineLogger('Toolgate');

  constructor(
    private readonly seams: Seams,
    private readonly registry: ToolRegistry,
    private readonly instances: ProviderInstances,
    @Optional() @Inject(TOOL_CALLING_OPTIONS) private readonly options: ToolCallingOptions = {},
  ) {}

  onModuleInit(): void {
    this.seams.check();
    this.registry.load();
    findConverters(this.registry.callbacks(), this.instances.of);
    if (this.seams.isReplaced(ToolCallingManager)) {
      this.logger.warn(
        'The application provides its own ToolCallingManager, which replaces the approval gate. Check that it decides every call before it runs.',
      );
    }
    const tools = this.registry.all();
    for (const warning of nameWarnings(tools)) this.logger.warn(warning);
    for (const warning of uninjectableWarnings([...this.seams.created(), ...createdTools(tools)])) {
      this.logger.warn(warning);
    }
  }

  onApplicationBootstrap(): void {
    if (!isDebugEnabled()) return;
    const { title, rows } = toolReport(this.registry.describe());
    this.logger.debug(title, rows);
    const hint = pluginHint(this.registry.all());
    if (hint) this.logger.debug(hint);
  }
}

const createdTools = (tools: readonly RegisteredTool[]): readonly CreatedClass[] =>
  tools.flatMap(({ type, isCreatedByNest }) =>
    type && isCreatedByNest ? [{ type, role: 'has @Tool() methods' }] : [],
  );
