import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { ApprovalOptions } from 'toolgate/approval';
import type { ChatModuleOptions, ToolLoopOptions } from 'toolgate/chat';
import type { MemoryOptions } from 'toolgate/memory';
import type { ToolCallingOptions } from 'toolgate/tool';

/** Everything `ToolgateModule.forRoot` takes; each part is optional. */
export interface ToolgateModuleOptions extends Omit<ChatModuleOptions, 'toolCalling'> {
  readonly toolCalling?: ToolCallingOptions & Omit<ToolLoopOptions, 'checker'>;
  readonly approval?: ApprovalOptions;
  /** What `ObservabilityModule` tells of content, where its own options do not say. @default none */
  readonly observability?: { readonly toolContent?: boolean; readonly messageContent?: boolean };
  /** `true`, or how much is remembered, gives every client a memory. @default no memory */
  readonly memory?: boolean | MemoryOptions;
}

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<ToolgateModuleOptions>({
  moduleName: 'Toolgate',
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createToolgateOptions')
  .build();
