import { afterEach, expect } from 'vitest';
import {
  type AdvisedStream,
  Advisor,
  type AdvisorChain,
  type ChatClientRequest,
  type Message,
  type StreamPart,
  ToolCallback,
  type ToolCallResult,
  ToolContext,
} from 'toolgate';
import { type JsonValue, toolCallsOf } from 'toolgate/model';
import type { ToolMetadata } from 'toolgate/tool';

/** The body of a test tool. */
export type ToolBody = (input: Record<string, JsonValue>, context: ToolContext) => JsonValue | Promise<JsonValue>;

class ScriptedTool extends ToolCallback {
  readonly definition;

  constructor(
    name: string,
    private readonly body: ToolBody,
    override readonly metadata: ToolMetadata,
  ) {
    super();
    this.definition = { name, description: name, inputSchema: { type: 'object' } };
  }

  async call(input: string, context = new ToolContext()): Promise<ToolCallResult> {
    const value = await this.body(JSON.parse(input) as Record<string, JsonValue>, context);
    return { output: { type: 'json', value }, outcome: { type: 'success' } };
  }
}

/** Creates a tool that accepts any arguments. */
export const tool = (name: string, body: ToolBody = () => `${name} ran`, metadata: ToolMetadata = {}): ToolCallback =>
  new ScriptedTool(name, body, metadata);

/** Creates an advisor from a function. */
export const advisor = (
  advise: (request: ChatClientRequest, chain: AdvisorChain) => AdvisedStream,
  order?: number,
): Advisor => {
  class Scripted extends Advisor {
    override readonly order = order;
    advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
      return advise(request, chain);
    }
  }
  return new Scripted();
};

/** Reads a stream to its end. */
export const readAll = async <T>(stream: AsyncIterable<T>): Promise<readonly T[]> => {
  const parts: T[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
};

/** Returns the text of parts. */
export const textOfParts = (parts: readonly StreamPart[]): string =>
  parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');

/** Returns the reason with which a promise rejects. */
export const rejectionOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => {
      throw new Error(`The promise did not reject. It resolved with ${JSON.stringify(value)}.`);
    },
    (error: unknown) => error,
  );

/** Extends each test by a timer tick, so that Vitest fails it on an unhandled rejection. */
export const refuseUnhandledRejections = (): void => afterEach(() => new Promise((resolve) => setTimeout(resolve, 1)));

/** Throws if calls and results are not in pairs, as strict providers require. */
export const assertPaired = (messages: readonly Message[]): void => {
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1];
    const calls = message.role === 'assistant' ? toolCallsOf(message).map(({ toolCallId }) => toolCallId) : [];
    const next = messages[index + 1];
    if (calls.length > 0) {
      expect(next?.role).toBe('tool');
      expect(next?.role === 'tool' && next.content.map(({ toolCallId }) => toolCallId)).toEqual(calls);
    }
    if (message.role === 'tool') {
      expect(before?.role === 'assistant' && toolCallsOf(before).length).toBe(message.content.length);
    }
  }
};
