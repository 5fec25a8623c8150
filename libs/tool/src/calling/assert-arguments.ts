import type { ChatResponse, Prompt } from 'toolgate/model';
import { ToolException } from '../contract/tool.errors.js';

/** Throws `ToolException` if a manager lacks a part that it cannot work without. */
export const assertParts = (parts: Readonly<Record<'toolSets' | 'exceptionProcessor', unknown>>): void => {
  for (const part of ['toolSets', 'exceptionProcessor'] as const) {
    if (parts?.[part]) continue;
    throw new ToolException(`A GatedToolCallingManager needs ${part}. Pass it to its constructor.`);
  }
};

/** Throws `ToolException` if a custom loop passes no prompt, no response or no options. */
export const assertArguments = (prompt: Prompt, response: ChatResponse, options: object): void => {
  if (!prompt?.messages) throw missing('executeToolCalls', 'prompt. Pass the prompt of the response');
  if (!response?.message) throw missing('executeToolCalls', 'response. Await the model, and pass its response');
  assertOptions('executeToolCalls', options);
};

/** Throws `ToolException` if there are no options. */
export const assertOptions = (method: string, options: object): void => {
  if (!options) throw missing(method, 'options. Pass those of the prompt, such as { tools: [Orders] }');
};

const missing = (method: string, what: string): ToolException => new ToolException(`${method}() received no ${what}.`);
