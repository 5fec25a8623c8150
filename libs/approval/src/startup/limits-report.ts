import { Inject, Injectable, type OnModuleInit, Optional } from '@nestjs/common';
import { SeamException } from '#core';
import { ChatClientRegistry } from 'toolgate/chat';
import { LineLogger } from 'toolgate/model';
import { TOOL_CALLING_OPTIONS, unknownLimits } from '#tool';
import { type ToolCallingOptions, ToolRegistry } from 'toolgate/tool';
import { APPROVAL_OPTIONS } from '../approval.constants.js';
import type { ApprovalOptions } from '../options/approval-options.js';

/** Reports limits for tools that do not exist, once at start-up. A misspelt limit would limit no tool. */
@Injectable()
export class LimitsReport implements OnModuleInit {
  private readonly logger = new LineLogger('Toolgate');

  constructor(
    private readonly tools: ToolRegistry,
    private readonly clients: ChatClientRegistry,
    @Optional() @Inject(TOOL_CALLING_OPTIONS) private readonly toolCalling: ToolCallingOptions = {},
    @Optional() @Inject(APPROVAL_OPTIONS) private readonly options: ApprovalOptions = {},
  ) {}

  onModuleInit(): void {
    const callbacks = this.tools.all().map(({ callback }) => callback);
    const names = callbacks.filter(({ metadata }) => !metadata.internal).map(({ definition: { name } }) => name);
    this.report(unknownLimits({ limits: this.toolCalling.limits, where: 'toolCalling.limits' }, names));
    for (const { name, limits, tools } of this.clients.limits()) {
      this.report(unknownLimits({ limits, where: `The chat client "${name}": limits` }, [...names, ...tools]));
    }
  }

  private report(what: string | undefined): void {
    if (what === undefined) return;
    if (this.options.requireCoverage) throw new SeamException(what);
    this.logger.warn(what);
  }
}
