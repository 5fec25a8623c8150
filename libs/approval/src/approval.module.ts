import { Inject, Logger, Module, type OnModuleInit, Optional } from '@nestjs/common';
import { registerBrand, SeamException, Seams, ToolGate, ToolModule, ToolRegistry } from 'toolgate/tool';
import { AlwaysApproveStrategy } from './always-approve.strategy.js';
import { ApprovalGate } from './approval.gate.js';
import type { ApprovalOptions } from './approval-options.js';
import { APPROVAL_OPTIONS } from './approval.constants.js';
import { EffectiveStrategy } from './effective.strategy.js';
import { ToolApprovalAuditor } from './tool-approval.auditor.js';
import { ToolApprovalStrategy } from './tool-approval.strategy.js';

const OPTIONS = { token: APPROVAL_OPTIONS, optional: true };

for (const seam of [ToolApprovalStrategy, ToolApprovalAuditor]) registerBrand(seam);

const registerStrategy = (seams: Seams, { strategy }: ApprovalOptions = {}): ToolApprovalStrategy =>
  seams.register(ToolApprovalStrategy, new EffectiveStrategy(seams), {
    fallback: () => new AlwaysApproveStrategy(),
    option: {
      value: toStrategy(strategy),
      from: 'ToolgateModule.forRoot({ approval: { strategy } })',
    },
    scoped: true,
    refuseBareSubclass: true,
  });

const toStrategy = (strategy: ApprovalOptions['strategy']): ToolApprovalStrategy | undefined => {
  if (strategy === undefined) return undefined;
  if (typeof strategy !== 'function') return assertStrategy(strategy);
  if ((strategy.prototype as unknown) instanceof ToolApprovalStrategy) {
    throw new SeamException(
      `approval.strategy is the class ${strategy.name}. Give an instance, or write { provide: ToolApprovalStrategy, useClass: ${strategy.name} } in a module.`,
    );
  }
  return ToolApprovalStrategy.of(strategy);
};

const assertStrategy = (strategy: ToolApprovalStrategy | null): ToolApprovalStrategy => {
  if (typeof strategy?.approve === 'function') return strategy;
  throw new SeamException('approval.strategy is no strategy. Give an instance, a function, or leave it out.');
};

const makeGate = (seams: Seams, { onError, timeoutMs }: ApprovalOptions = {}): ApprovalGate =>
  new ApprovalGate({
    strategyFor: ({ context }) => seams.forTurn(ToolApprovalStrategy, context),
    strategyName: () => (seams.isReplaced(ToolApprovalStrategy) ? seams.nameOf(ToolApprovalStrategy) : undefined),
    auditors: seams.collect(ToolApprovalAuditor).map((found) => found.instance()),
    onError,
    timeoutMs,
  });

/** Puts the application's approval strategy in front of its tools. */
@Module({
  imports: [ToolModule],
  providers: [{ provide: ToolApprovalStrategy, inject: [Seams, OPTIONS], useFactory: registerStrategy }],
  exports: [ToolApprovalStrategy],
})
export class ApprovalModule implements OnModuleInit {
  private readonly logger = new Logger('Toolgate');

  constructor(
    private readonly seams: Seams,
    private readonly tools: ToolRegistry,
    // Injected so that the seam exists before it is plugged.
    _gate: ToolGate,
    @Optional() @Inject(APPROVAL_OPTIONS) private readonly options: ApprovalOptions = {},
  ) {
    seams.plug(ToolGate, () => makeGate(seams, options));
  }

  onModuleInit(): void {
    if (this.seams.isReplaced(ToolGate)) {
      this.logger.warn('The application provides its own ToolGate: no approval strategy is asked.');
    } else if (!this.seams.isReplaced(ToolApprovalStrategy)) {
      this.reportUncovered();
    }
  }

  private reportUncovered(): void {
    for (const { callback, origin } of this.tools.all()) {
      if (callback.metadata.requiresApproval !== true) continue;
      const what = `"${callback.definition.name}" (${origin}) requires approval, and the application provides no ToolApprovalStrategy`;
      if (this.options.requireCoverage) throw new SeamException(`${what}. Provide one in any module.`);
      this.logger.warn(`${what}: it runs for everyone. Provide one in any module.`);
    }
  }
}
