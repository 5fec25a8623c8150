import { Injectable } from '@nestjs/common';
import { Tool, type ToolgateModuleOptions, ToolParam } from 'toolgate';
import { type ChatResponse, type Prompt, type ToolMessage, type ToolResultPart, toolCallsOf } from 'toolgate/model';
import type { ScriptedAnswer, ScriptedChatModel } from 'toolgate/testing';
import type { ToolCallLimits } from 'toolgate/tool';
import { boot } from '../story.fixture.js';

/** Tools that record their calls. */
@Injectable()
export class Desk {
  readonly ran: string[] = [];

  @Tool({ description: 'Finds' })
  find(@ToolParam({ required: false }) id?: string) {
    return this.write('find', id);
  }

  @Tool({ description: 'Looks' })
  look(@ToolParam({ required: false }) id?: string) {
    return this.write('look', id);
  }

  @Tool({ description: 'Shows', returnDirect: true })
  show(@ToolParam({ required: false }) id?: string) {
    return this.write('show', id);
  }

  private write(name: string, id?: string): string {
    this.ran.push(id === undefined ? name : `${name} ${id}`);
    return 'ok';
  }
}

/** Starts an application with these limits; `ask` runs one turn. */
export const startLimited = async (
  script: readonly ScriptedAnswer[],
  limits: ToolCallLimits,
  options: ToolgateModuleOptions = {},
) => {
  const story = await boot({ script, providers: [Desk], options: { ...options, toolCalling: { limits } } });
  const ask = (): Promise<ChatResponse> => story.chat.prompt('Go').tools(Desk).call().chatResponse();
  return { ...story, ask, desk: story.app.get(Desk) };
};

/** Returns the results of the turn that the model received, batch by batch. */
export const batchesOf = ({ prompts }: ScriptedChatModel): readonly (readonly ToolResultPart[])[] =>
  prompts
    .at(-1)!
    .messages.filter((message): message is ToolMessage => message.role === 'tool')
    .map(resultsOf);

const resultsOf = ({ content }: ToolMessage): readonly ToolResultPart[] => content;

/** Returns the outcome of a call as one word: `success`, `calls-per-tool` … */
export const endOf = ({ outcome }: ToolResultPart): string => (outcome.type === 'limit' ? outcome.limit : outcome.type);

/** Returns whether each call of a prompt has one result. */
export const isAnswered = ({ messages }: Prompt): boolean => {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? toolCallsOf(message) : []));
  const results = messages.flatMap((message) => (message.role === 'tool' ? message.content : []));
  return calls.map(({ toolName }) => toolName).join() === results.map(({ toolName }) => toolName).join();
};
