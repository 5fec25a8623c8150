import type { LoggerService, ModuleMetadata } from '@nestjs/common';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import { ChatClient, ChatTurnException, type Message, ToolgateModule, type ToolgateModuleOptions } from 'toolgate';
import type { ToolResultPart } from 'toolgate/model';
import { type ScriptedAnswer, ScriptedChatModel } from 'toolgate/testing';
import { ToolCallingManager } from 'toolgate/tool';

/** A tiny application, and what its model answers. */
export interface Story extends ModuleMetadata {
  readonly script?: readonly ScriptedAnswer[];
  readonly options?: ToolgateModuleOptions;
  /** Changes the testing module before it is compiled. */
  readonly change?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
}

/** A logger that collects its lines: `warn: …`, `error: …`. */
export const keepLogs = (): LoggerService & { readonly lines: string[] } => {
  const lines: string[] = [];
  const keep =
    (level: string) =>
    (...words: readonly unknown[]): void =>
      void lines.push(`${level}: ${words.map(String).join(' ')}`);
  return { lines, log: () => {}, warn: keep('warn'), error: keep('error'), fatal: keep('fatal') };
};

/** Compiles the application without starting it. */
export const compile = async ({ script = [], options, change = (builder) => builder, ...metadata }: Story) => {
  const model = new ScriptedChatModel(script);
  const logger = keepLogs();
  const { imports = [], ...rest } = metadata;
  const builder = Test.createTestingModule({
    ...rest,
    imports: [ToolgateModule.forRoot({ model, ...options }), ...imports],
  }).setLogger(logger);
  const app = await change(builder).compile();
  return { app, model, logs: logger.lines };
};

/** Starts the application. */
export const boot = async (story: Story) => {
  const compiled = await compile(story);
  await compiled.app.init();
  const { app } = compiled;
  return { ...compiled, chat: app.get(ChatClient), manager: app.get(ToolCallingManager) };
};

/** The results of the last batch, as the model received them. */
export const lastResults = (model: ScriptedChatModel): readonly ToolResultPart[] => {
  const message: Message | undefined = model.prompts.at(-1)?.messages.at(-1);
  if (message?.role !== 'tool') throw new Error('The model was not asked with tool results.');
  return message.content;
};

/** The texts of the last batch's results; JSON as text. */
export const lastTexts = (model: ScriptedChatModel): readonly string[] =>
  lastResults(model).map(({ output }) => {
    if (output.type === 'text') return output.text;
    return JSON.stringify(output.type === 'json' ? output.value : output.parts);
  });

/** Awaits work that must fail as a turn does, and rejects with the cause of its `ChatTurnException`. */
export const failureOf = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ChatTurnException) throw error.cause;
    throw new Error(`The promise rejected with another error than a ChatTurnException: ${String(error)}`, {
      cause: error,
    });
  }
};

/** Lets everything run that can run without waiting for anything outside. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A promise that is settled from outside. */
export const deferred = <T = void>() => {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((onValue, onReason) => {
    resolve = onValue;
    reject = onReason;
  });
  return { promise, resolve, reject };
};
