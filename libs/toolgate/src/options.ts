import { anything, type Declared, group, option, SPAN_CONTENT, switchGroup, TOOL_SEARCH } from '#core';
import { APPROVAL_DECLARATION } from '#approval';
import { CLIENT_DECLARATION, LIVE_TURNS_DECLARATION, LOOP_DECLARATION, RETRY_DECLARATION } from '#chat';
import { APPLICATION_MEMORY_DECLARATION, MEMORY_DECLARATION } from '#memory';
import { TOOL_CALLING_DECLARATION } from '#tool';
import type { ToolgateSettings } from './toolgate-settings.js';
import type { ToolgateFeatureFactory, ToolgateFeatureOptions } from './toolgate-feature.js';
import type { ToolgateModuleOptions } from './toolgate.module-definition.js';

/** The options of `ToolgateModule.forRoot()`, in the order of the page on configuration. */
export const OPTIONS = {
  model: option(anything, 'the chat model; else provide `ChatModel`'),
  toolCalling: group({ ...LOOP_DECLARATION, ...TOOL_CALLING_DECLARATION }),
  client: group(CLIENT_DECLARATION),
  retry: switchGroup(RETRY_DECLARATION),
  memory: switchGroup(APPLICATION_MEMORY_DECLARATION),
  liveTurns: group(LIVE_TURNS_DECLARATION),
  approval: group(APPROVAL_DECLARATION),
  toolSearch: group(TOOL_SEARCH),
  observability: group(SPAN_CONTENT),
} satisfies Declared<ToolgateModuleOptions>;

/** The options of a named client. */
export const FEATURE = {
  name: option(anything, 'the name of the client'),
  model: OPTIONS.model,
  ...CLIENT_DECLARATION,
  imports: option(anything, 'the modules that export the injected providers'),
  inject: option(anything, 'the providers that the factory receives'),
  useFactory: option(anything, 'creates the options'),
  memory: switchGroup(MEMORY_DECLARATION),
  retry: OPTIONS.retry,
  toolCalling: group(LOOP_DECLARATION),
} satisfies Declared<{ name: string } & ToolgateFeatureOptions & ToolgateFeatureFactory>;

/** The settings of `createToolgate()`: the options of the module, and parts that a Nest application provides. */
export const SETTINGS = {
  tools: option(anything, 'the tools of a prompt that names none'),
  strategy: option(anything, 'decides on every call'),
  auditors: option(anything, 'receive each decision'),
  providers: option(anything, 'other parts, as Nest providers'),
  imports: option(anything, 'Nest modules'),
  logger: option(anything, 'the target of the log'),
  ...OPTIONS,
} satisfies Declared<ToolgateSettings>;
