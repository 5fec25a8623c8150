import { describe, it } from 'vitest';
import type { AssistantPart } from 'toolgate/model';
import { chatModelContract } from 'toolgate/testing';
import { aiSdkChatModel } from './ai-sdk-chat-model.js';
import type { AiSdkSpecificationVersion } from '../provider/ai-sdk-language-model.js';

interface Answer {
  readonly content: readonly AssistantPart[];
  readonly finishReason: unknown;
  readonly usage: object;
  readonly warnings: readonly [];
}

const answerIn = (version: AiSdkSpecificationVersion, content: readonly AssistantPart[]): Answer => {
  const unified = content.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop';
  const old = version === 'v2';
  return {
    content,
    finishReason: old ? unified : { unified, raw: undefined },
    usage: old
      ? { inputTokens: 3, outputTokens: 2, totalTokens: 5 }
      : { inputTokens: { total: 3 }, outputTokens: { total: 2 } },
    warnings: [],
  };
};

const partsOf = (part: AssistantPart, index: number): readonly object[] => {
  const id = String(index);
  if (part.type === 'text' || part.type === 'reasoning') {
    const deltas = [...part.text].map((delta) => ({ type: `${part.type}-delta`, id, delta }));
    return [{ type: `${part.type}-start`, id }, ...deltas, { type: `${part.type}-end`, id }];
  }
  if (part.type !== 'tool-call') return [part];
  const { toolCallId, toolName, input } = part;
  const start = { type: 'tool-input-start', id: toolCallId, toolName };
  const delta = { type: 'tool-input-delta', id: toolCallId, delta: input };
  return [start, delta, { type: 'tool-input-end', id: toolCallId }, part];
};

const streamOf = ({ content, finishReason, usage }: Answer): ReadableStream =>
  new ReadableStream({
    start(controller) {
      const parts = [
        { type: 'stream-start', warnings: [] },
        ...content.flatMap(partsOf),
        { type: 'finish', finishReason, usage },
      ];
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });

/** A language model of the AI SDK with a scripted provider. */
const fake = (specificationVersion: AiSdkSpecificationVersion, provide: () => Answer | Promise<Answer>) =>
  aiSdkChatModel({
    specificationVersion,
    provider: 'fake.chat',
    modelId: 'fake-1',
    doGenerate: async () => provide(),
    doStream: async () => ({ stream: streamOf(await provide()) }),
  });

describe.each(['v4', 'v3', 'v2'] as const)('over a language model of specification %s', (version) => {
  chatModelContract(
    { describe, it },
    {
      name: 'aiSdkChatModel',
      answering: (content) => fake(version, () => answerIn(version, content)),
      failing: (error) => fake(version, () => Promise.reject(error)),
      silent: () => fake(version, () => new Promise(() => {})),
    },
  );
});
