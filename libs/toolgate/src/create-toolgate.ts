import type { LogLevel, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { kindOf, recordOf, SeamException } from '#core';
import { ApprovalService } from 'toolgate/approval';
import { ChatClient } from 'toolgate/chat';
import { ToolCallingManager, type ToolSource } from 'toolgate/tool';
import type { ChatModel } from 'toolgate/model';
import { checkSettings } from './check-options.js';
import { ToolgateModule } from './toolgate.module.js';
import type { ToolgateModuleOptions } from './toolgate.module-definition.js';
import type { ToolgateSettings } from './toolgate-settings.js';

/** What `createToolgate` returns: the chat client, the approvals, and any other part by its token. */
export interface Toolgate {
  readonly chat: ChatClient;
  /** Runs the tool calls of a loop of your own, through the same gate. */
  readonly manager: ToolCallingManager;
  readonly approvals: ApprovalService;
  /** Returns any other part by its token. */
  get<T>(token: Type<T> | (abstract new (...args: never) => T) | string | symbol): T;
  /** Stops the worker, waits for runs in flight, and closes stores. */
  close(): Promise<void>;
}

/**
 * Starts Toolgate for an application without Nest, and without decorators: `createToolgate({ model, tools, strategy })`.
 * Rejects with the error that would stop the start-up of a Nest application.
 */
export const createToolgate = async (settings: ToolgateSettings = {}): Promise<Toolgate> => {
  checkSettings(settings);
  checkParts(settings);
  const { tools = [], strategy, auditors = [], providers = [], imports = [], logger = LEVELS, ...options } = settings;
  if (strategy !== undefined && options.approval?.strategy !== undefined) refuseBoth('strategy', 'approval.strategy');
  if (settings.tools !== undefined && options.client?.tools !== undefined) refuseBoth('tools', 'client.tools');
  const instances = [...instancesIn(tools), ...auditors];
  const host = {
    module: class ToolgateHost {},
    imports: [ToolgateModule.forRoot(withParts(options, tools, strategy)), ...imports],
    providers: [
      ...instances.map((useValue) => ({ provide: Symbol(useValue.constructor.name), useValue })),
      ...providers,
    ],
  };
  // By default, Nest would end the process.
  const application = await NestFactory.createApplicationContext(host, { logger, abortOnError: false });
  return {
    chat: application.get(ChatClient),
    manager: application.get(ToolCallingManager),
    approvals: application.get(ApprovalService),
    get: <T>(token: Parameters<Toolgate['get']>[0]) => application.get<T>(token, { strict: false }),
    close: () => application.close(),
  };
};

const refuseBoth = (one: string, other: string): never => {
  throw new SeamException(`createToolgate() received both \`${one}\` and \`${other}\`. Leave one of them out.`);
};

const LEVELS: LogLevel[] = ['warn', 'error', 'fatal'];

const instancesIn = (sources: readonly unknown[]): readonly object[] =>
  sources.flatMap((source) => {
    if (Array.isArray(source)) return instancesIn(source);
    return typeof source === 'object' && source !== null ? [source] : [];
  });

const withParts = (
  options: ToolgateModuleOptions,
  tools: readonly ToolSource[],
  strategy: ToolgateSettings['strategy'],
): ToolgateModuleOptions => ({
  ...options,
  ...(tools.length > 0 && { client: { ...options.client, tools } }),
  ...(strategy !== undefined && { approval: { ...options.approval, strategy } }),
});

interface Parts {
  readonly model?: ChatModel | undefined;
  readonly tools?: unknown;
}

/** Throws `SeamException` for a `model` that is not a chat model, and for `tools` that are not a list. */
const checkParts = ({ model, tools }: Parts): void => {
  if (model !== undefined) checkModel(model);
  if (tools === undefined || Array.isArray(tools)) return;
  throw new SeamException(`createToolgate(): "tools" received ${kindOf(tools)}. Pass a list: [${nameOf(tools)}].`);
};

const checkModel = (model: unknown): void => {
  const { call, stream, doGenerate } = recordOf(model);
  if (typeof call === 'function' && typeof stream === 'function') return;
  if (typeof doGenerate === 'function') {
    throw new SeamException(
      'createToolgate(): "model" received a model of the AI SDK. Pass aiSdkChatModel(model), from toolgate/ai-sdk.',
    );
  }
  throw new SeamException(
    `createToolgate(): "model" received ${kindOf(model)}. Pass a chat model with call() and stream(), such as aiSdkChatModel(openai('gpt-5-mini')).`,
  );
};

const nameOf = (tools: unknown): string => (typeof tools === 'function' && tools.name) || 'findOrder';
