import type { ModuleMetadata } from '@nestjs/common';
import type { JsonObject, ToolgateModuleOptions } from 'toolgate';
import { callsTools, type ScriptedChatModel, toolCall } from 'toolgate/testing';
import { boot, lastResults, lastTexts } from '../story.fixture.js';

/** A tool call of a test. */
export interface Called {
  readonly name: string;
  readonly input?: JsonObject;
}

/** An application whose model calls tools by name and then answers. */
export interface PipelineStory extends ModuleMetadata {
  readonly options?: ToolgateModuleOptions;
  readonly change?: Parameters<typeof boot>[0]['change'];
}

/** Answers a prompt with these calls, and the results of tools with a last answer. */
export const answering = (...calls: readonly Called[]): ConstructorParameters<typeof ScriptedChatModel>[0] =>
  Array.from({ length: 500 }, () => ({ messages }: { readonly messages: readonly { readonly role: string }[] }) => {
    if (messages.at(-1)!.role === 'tool') return 'End.';
    return callsTools(...calls.map(({ name, input = {} }, index) => toolCall(name, input, String(index))));
  }) as never;

/** Starts an application and returns the result of one call. */
export const bootPipeline = async (metadata: PipelineStory) => {
  const start = async (name: string, input: JsonObject = {}, tools: readonly string[] = [name]) => {
    const story = await boot({ ...metadata, script: answering({ name, input }) });
    const ask = (data = {}) =>
      story.chat
        .prompt('Go')
        .tools(...tools)
        .toolContext(data);
    return { ...story, ask };
  };
  /** The text and the outcome of one call. */
  const told = async (name: string, input: JsonObject = {}, data = {}) => {
    const { ask, model, logs } = await start(name, input);
    await ask(data).call().content();
    return { text: lastTexts(model)[0], outcome: lastResults(model)[0]!.outcome.type, logs };
  };
  return { start, told };
};
