import {
  Inject,
  Module,
  Optional,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { Seams } from '#core';
import { ApprovalStore, ToolApprovalStrategy } from 'toolgate/approval';
import { LineLogger } from 'toolgate/model';
import { SeamException, type ToolCallback, ToolRegistry } from 'toolgate/tool';
import type { ToolApprovalConfig } from './config/tool-approval-config.js';
import { RemoteApprovalInterceptor } from './gate/remote-approval.interceptor.js';
import { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } from './remote.module-definition.js';
import { RemoteToolApproval } from './remote-tool-approval.js';

const REMOTE_SEAMS = Symbol.for('toolgate:remote:seams');

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

const requireSeams = (seams: Seams | undefined): Seams => {
  if (seams) return seams;
  throw new SeamException(
    'RemoteToolApprovalModule is imported without ToolgateModule. Write ToolgateModule.forRoot({ model }) in the imports of the application.',
  );
};

const remoteOf = (given: ToolApprovalConfig | RemoteToolApproval): RemoteToolApproval =>
  given instanceof RemoteToolApproval ? given : new RemoteToolApproval(given);

/**
 * Lets people decide tool calls at another application's front door, in an application without an `ApprovalStore`. It
 * registers the strategy, and the interceptor that claims each approved call before its body.
 */
@Module({
  providers: [
    { provide: RemoteToolApproval, inject: [MODULE_OPTIONS_TOKEN], useFactory: remoteOf },
    { provide: REMOTE_SEAMS, inject: [{ token: Seams, optional: true }], useFactory: requireSeams },
    {
      provide: RemoteApprovalInterceptor,
      inject: [RemoteToolApproval],
      useFactory: ({ interceptor }: RemoteToolApproval) => interceptor,
    },
  ],
  exports: [RemoteToolApproval],
})
export class RemoteToolApprovalModule
  extends ConfigurableModuleClass
  implements OnModuleInit, OnModuleDestroy, OnApplicationShutdown
{
  private readonly logger = new LineLogger('Toolgate');

  constructor(
    private readonly remote: RemoteToolApproval,
    @Inject(REMOTE_SEAMS) private readonly seams: Seams,
    @Optional() private readonly tools?: ToolRegistry,
  ) {
    super();
    remote.manager.assertUsable();
    seams.standIn(ToolApprovalStrategy, () => remote.strategy);
  }

  /** Throws `SeamException` if another strategy decides instead of the service. */
  onModuleInit(): void {
    const { strategy } = this.remote;
    const isOwn =
      !this.seams.isMadeForTurns(ToolApprovalStrategy) && this.seams.effective(ToolApprovalStrategy) === strategy;
    if (this.seams.isReplaced(ApprovalStore)) return this.turnOff(isOwn);
    this.warnOfPlainHttp();
    this.remote.isStrict = isOwn;
    if (!isOwn) this.assertComposed();
    this.reportUnmatched();
  }

  /** Ends every wait. */
  onModuleDestroy(): void {
    this.remote.manager.endWaiting();
  }

  /** Closes last, because running bodies still report. */
  onApplicationShutdown(): Promise<void> {
    return this.remote.close();
  }

  private turnOff(isOwn: boolean): void {
    if (isOwn) {
      throw new SeamException(
        'The application has an ApprovalStore, so RemoteToolApprovalModule decides nothing, and there is no other ToolApprovalStrategy. Provide one, such as HumanApprovalStrategy, or remove the store.',
      );
    }
    this.remote.strategy.isOff = true;
    this.assertDecided();
    this.logger.warn(
      'The application has an ApprovalStore, so RemoteToolApprovalModule abstains: people decide here, and no call is decided twice. Remove the module or the store.',
    );
  }

  // A tool that the spec names must not run undecided because of the store.
  private assertDecided(): void {
    if (this.seams.isMadeForTurns(ToolApprovalStrategy)) return;
    const own = this.seams.effective(ToolApprovalStrategy);
    if (!own.describe) return;
    const undecided = this.callbacks().find(
      (tool) =>
        this.remote.requiresApproval(tool.definition.name) &&
        tool.metadata.requiresApproval === undefined &&
        own.describe?.(tool) === undefined,
    );
    if (!undecided) return;
    const { name } = undecided.definition;
    throw new SeamException(
      `RemoteToolApproval names "${name}" and abstains, because the application has an ApprovalStore, and no other strategy decides it: it would run for everyone. Name it in the strategy, such as in new HumanApprovalStrategy({ tools: [${JSON.stringify(name)}] }).`,
    );
  }

  private assertComposed(): void {
    const { strategy } = this.remote;
    if (!this.seams.isMadeForTurns(ToolApprovalStrategy)) {
      strategy.isFound = false;
      this.seams.effective(ToolApprovalStrategy).unmatched?.(this.callbacks());
      if (strategy.isFound) return;
    }
    throw new SeamException(
      `${this.seams.nameOf(ToolApprovalStrategy)} decides instead of the approval service. Combine them, such as in denyOverrides(policy, remote.strategy) with one RemoteToolApproval for both, or remove one.`,
    );
  }

  private warnOfPlainHttp(): void {
    const { protocol, hostname } = new URL(this.remote.config.serviceUrl!);
    if (protocol === 'https:' || LOOPBACK.test(hostname)) return;
    this.logger.warn(
      'The serviceUrl of RemoteToolApproval is not encrypted, so others can read arguments and the secret. Use https.',
    );
  }

  private callbacks(): readonly ToolCallback[] {
    return this.tools?.ofApplication() ?? [];
  }

  // A misspelt pattern gates no tool.
  private reportUnmatched(): void {
    const names = this.callbacks().map(({ definition: { name } }) => name);
    for (const pattern of this.remote.unmatched(names)) {
      this.logger.warn(
        `No tool matches the pattern ${JSON.stringify(pattern)} of RemoteToolApproval. Correct the pattern, or remove it.`,
      );
    }
  }
}
