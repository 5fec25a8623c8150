import { type FactoryProvider, Global, Module } from '@nestjs/common';
import { APPROVAL_OPTIONS, ApprovalModule } from 'toolgate/approval';
import { CHAT_OPTIONS, ChatModule } from 'toolgate/chat';
import { TOOL_CALLING_OPTIONS, ToolModule } from 'toolgate/tool';
import {
  ConfigurableModuleClass,
  MODULE_OPTIONS_TOKEN,
  type ToolgateModuleOptions,
} from './toolgate.module-definition.js';

const part = (token: symbol, pick: (options: ToolgateModuleOptions) => unknown): FactoryProvider => ({
  provide: token,
  inject: [{ token: MODULE_OPTIONS_TOKEN, optional: true }],
  useFactory: (options: ToolgateModuleOptions = {}) => pick(options),
});

const chatOptions = ({ model, client, toolCalling }: ToolgateModuleOptions) => ({
  model,
  client,
  toolCalling: {
    order: toolCalling?.order,
    enabled: toolCalling?.enabled ?? process.env['TOOLGATE_TOOL_CALLING_ENABLED'] !== 'false',
  },
});

/** Gives the application a `ChatClient`, its `@Tool()` methods to call, and its `ToolApprovalStrategy` to ask. Global. */
@Global()
@Module({
  imports: [ToolModule, ChatModule, ApprovalModule],
  providers: [
    part(TOOL_CALLING_OPTIONS, ({ toolCalling }) => toolCalling ?? {}),
    part(CHAT_OPTIONS, chatOptions),
    part(APPROVAL_OPTIONS, ({ approval }) => approval ?? {}),
  ],
  exports: [ToolModule, ChatModule, ApprovalModule, TOOL_CALLING_OPTIONS, CHAT_OPTIONS, APPROVAL_OPTIONS],
})
export class ToolgateModule extends ConfigurableModuleClass {}
