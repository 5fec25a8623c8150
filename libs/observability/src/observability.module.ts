import { type DynamicModule, Module } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { redactSecrets, Seams } from '#core';
import { ApprovalStore, CallTraces } from 'toolgate/approval';
import { LineLogger } from 'toolgate/model';
import { ApprovalSpanAuditor } from './spans/approval-span.auditor.js';
import { CallSpanTraces } from './spans/call-span-traces.js';
import { checkObservabilityOptions } from './options/options.js';
import { ModelSpanAdvisor } from './spans/model-span.advisor.js';
import { OBSERVABILITY_OPTIONS } from './observability.constants.js';
import { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } from './observability.module-definition.js';
import { ObservabilityException } from './options/observability.errors.js';
import { loadOpenTelemetry } from './telemetry/open-telemetry.js';
import { Telemetry } from './telemetry/telemetry.js';
import { ToolSpanInterceptor } from './spans/tool-span.interceptor.js';
import { TurnSpanAdvisor } from './spans/turn-span.advisor.js';
import type { ObservabilityModuleOptions } from './options/observability-options.js';

const logger = new LineLogger('Toolgate');

const telemetry = async (
  own: ObservabilityModuleOptions = {},
  elsewhere: ObservabilityModuleOptions = {},
  seams?: Seams,
): Promise<Telemetry> => {
  const checked = checkObservabilityOptions(own);
  const {
    toolContent = elsewhere.toolContent ?? false,
    messageContent = elsewhere.messageContent ?? false,
    approvalReason = elsewhere.approvalReason ?? false,
    redact = (text: string) => redactSecrets(text),
    describeSpan,
  } = checked;
  const content = [
    ...(toolContent ? ['arguments and results of tools'] : []),
    ...(messageContent ? ['messages'] : []),
    ...(approvalReason ? ['reasons of decisions'] : []),
  ];
  const api = await loadOpenTelemetry();
  if (content.length > 0) logger.warn(`Spans contain ${content.join(' and ')}. Restrict access to them.`);
  const approvals = () => (seams?.isReplaced(ApprovalStore) ? seams.effective(ApprovalStore) : undefined);
  return new Telemetry(api, { toolContent, messageContent, approvalReason, redact, describeSpan }, approvals);
};

/**
 * Reports turns, rounds, tools and approvals to OpenTelemetry, as spans and metrics, by its conventions for generative
 * AI.
 */
@Module({
  providers: [
    {
      provide: Telemetry,
      inject: [
        { token: MODULE_OPTIONS_TOKEN, optional: true },
        { token: OBSERVABILITY_OPTIONS, optional: true },
        { token: Seams, optional: true },
      ],
      useFactory: telemetry,
    },
    TurnSpanAdvisor,
    ModelSpanAdvisor,
    ToolSpanInterceptor,
    CallSpanTraces,
    { provide: CallTraces, useExisting: CallSpanTraces },
    ApprovalSpanAuditor,
  ],
})
export class ObservabilityModule extends ConfigurableModuleClass {
  constructor(modules: ModulesContainer) {
    super();
    const count = [...modules.values()].filter(({ metatype }) => metatype === ObservabilityModule).length;
    if (count === 1) return;
    throw new ObservabilityException(
      `ObservabilityModule is imported ${count} times, and would report everything as often. Import it once for the whole application.`,
    );
  }

  /** Creates the module. Start-up logs which content spans contain, if any. */
  static override forRoot(options: ObservabilityModuleOptions = {}): DynamicModule {
    return super.forRoot(options);
  }
}
