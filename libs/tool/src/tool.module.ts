import { Module, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import {
  type CreatedClass,
  isDebugEnabled,
  ProviderInstances,
  registerSeam,
  seamProvider,
  Seams,
  uninjectableWarnings,
} from '#core';
import { LineLogger } from 'toolgate/model';
import { GatedToolCallingManager } from './calling/gated-tool-calling.manager.js';
import { ToolCallingManager } from './calling/tool-calling-manager.js';
import { CurrentToolContext } from './contract/current-tool-context.js';
import { ToolContext } from './contract/tool-context.js';
import { RunEverythingGate } from './contract/run-everything.gate.js';
import { ToolCallbackProvider } from './contract/tool-callback-provider.js';
import { ToolCallbackResolver } from './contract/tool-callback-resolver.js';
import { ToolCallback, ToolCallResultConverter } from './contract/tool-callback.js';
import type { ToolCallingOptions } from './contract/tool-calling-options.js';
import { ToolExecutionExceptionProcessor } from './contract/tool-execution-exception.processor.js';
import { ToolGate } from './contract/tool-gate.js';
import { ToolInterceptor } from './contract/tool-interceptor.js';
import { ToolVisibility } from './contract/tool-visibility.js';
import { MessageExceptionProcessor } from './errors/message-exception.processor.js';
import { ToolPipelines } from './pipeline/tool-pipelines.js';
import { RegistryToolCallbackResolver } from './registry/registry-tool-callback.resolver.js';
import { rulesOf } from './registry/tool-rules.js';
import { ToolExplorer } from './registry/tool.explorer.js';
import type { RegisteredTool } from './registry/registered-tool.js';
import { ToolRegistry } from './registry/tool.registry.js';
import { nameWarnings } from './report/name-warnings.js';
import { pluginHint } from './report/plugin-hint.js';
import { toolReport } from './report/tool-report.js';
import { UnguardedTools } from './report/unguarded-tools.js';
import { converterFinder, findConverters } from './results/converter-finder.js';
import { JsonToolCallResultConverter } from './results/json-tool-call-result.converter.js';
import { ToolResults } from './results/tool-results.js';
import { EverythingVisible } from './selection/everything-visible.js';
import { ToolSets } from './selection/tool-sets.js';
import { visibleTools } from './selection/visible-tools.js';
import { TOOL_CALLING_OPTIONS } from './tool.constants.js';

const OPTIONS = { token: TOOL_CALLING_OPTIONS, optional: true };

for (const named of [ToolCallback, ToolCallbackProvider, ToolInterceptor, ToolContext]) registerSeam(named);

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
        refuseBareSubclass: true,
      }),
      [OPTIONS],
    ),
    seamProvider(ToolVisibility, ['isVisible'], () => ({
      fallback: () => new EverythingVisible(),
      scoped: true,
      refuseBareSubclass: true,
    })),
    seamProvider(ToolGate, ['decide'], () => ({ fallback: () => new RunEverythingGate(), refuseBareSubclass: true })),
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
            // Without a ToolVisibility of the application, every tool is visible and needs no check.
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
  ) {}

  onModuleInit(): void {
    this.seams.check();
    this.registry.load();
    findConverters(this.registry.callbacks(), this.instances.of);
    if (this.seams.isReplaced(ToolCallingManager)) {
      this.logger.warn(
        'The application provides its own ToolCallingManager, which replaces the approval gate. Check that the manager decides every call before the call runs.',
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
