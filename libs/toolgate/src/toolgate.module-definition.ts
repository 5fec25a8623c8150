import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { ApprovalOptions } from 'toolgate/approval';
import type { ChatModuleOptions, ToolLoopOptions } from 'toolgate/chat';
import type { MemoryOptions } from 'toolgate/memory';
import type { ToolCallingOptions } from 'toolgate/tool';

/** Everything `ToolgateModule.forRoot` takes; each part is optional. */
export interface ToolgateModuleOptions extends Omit<ChatModuleOptions, 'toolCalling'> {
  readonly toolCalling?: ToolCallingOptions & ToolLoopOptions;
  readonly approval?: ApprovalOptions;
  /** What `ObservabilityModule` tells of content, where its own options do not say. @default none */
  readonly observability?: {
    readonly toolContent?: boolean;
    readonly messageContent?: boolean;
    readonly approvalReason?: boolean;
  };
  /** How clients search their tools, once `ToolSearchModule` is imported, where its own options do not say. @default they do not */
  readonly toolSearch?: {
    readonly enabled?: boolean;
    readonly indexType?: 'regex' | 'keyword' | 'vector';
    readonly maxResults?: number;
    readonly minScore?: number;
    readonly systemMessageSuffix?: string;
    readonly referenceToolNameAccumulation?: boolean;
    readonly sessionIdKeyName?: string;
    readonly order?: number;
    readonly clients?: readonly string[];
    readonly eviction?: { readonly lruMaxSessions?: number; readonly ttlMs?: number };
  };
  /** `true`, or how much is remembered, gives every client a memory. @default no memory */
  readonly memory?: boolean | MemoryOptions;
}

export const { ASYNC_OPTIONS_TYPE, ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } =
  new ConfigurableModuleBuilder<ToolgateModuleOptions>({ moduleName: 'Toolgate' })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createToolgateOptions')
    .build();
