import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { ApprovalOptions } from 'toolgate/approval';
import type { ChatModuleOptions, ToolLoopOptions } from 'toolgate/chat';
import type { ApplicationMemoryOptions } from 'toolgate/memory';
import type { ToolCallingOptions } from 'toolgate/tool';

/** The options of `ToolgateModule.forRoot`; each of them is optional. */
export interface ToolgateModuleOptions extends Omit<ChatModuleOptions, 'toolCalling'> {
  readonly toolCalling?: ToolCallingOptions & ToolLoopOptions;
  readonly approval?: ApprovalOptions;
  /** The content that `ObservabilityModule` records, unless its own options set it. @default none */
  readonly observability?: {
    readonly toolContent?: boolean;
    readonly messageContent?: boolean;
    readonly approvalReason?: boolean;
  };
  /**
   * How clients search their tools if `ToolSearchModule` is imported, unless its own options set it. @default no search
   */
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
  /** `true`, or a record with the size of the window, adds a memory to every client. @default no memory */
  readonly memory?: boolean | ApplicationMemoryOptions;
}

export const { ASYNC_OPTIONS_TYPE, ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } =
  new ConfigurableModuleBuilder<ToolgateModuleOptions>({ moduleName: 'Toolgate' })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createToolgateOptions')
    .build();
