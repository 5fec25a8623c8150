import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';

const USAGE = {
  inputTokens: { total: 20, noCache: 20, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 18, text: 18, reasoning: 0 },
};

const partsOf = (chunks: number): readonly LanguageModelV4StreamPart[] => [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: '0' },
  ...Array.from({ length: chunks }, () => ({ type: 'text-delta', id: '0', delta: 'word ' }) as const),
  { type: 'text-end', id: '0' },
  { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: USAGE },
];

/** A model of the AI SDK that streams a number of chunks without I/O. */
export const instantModel = (chunks: number): LanguageModelV4 => {
  const parts = partsOf(chunks);
  return {
    specificationVersion: 'v4',
    provider: 'in-process',
    modelId: 'instant',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('This model only streams.')),
    doStream: async () => {
      let next = 0;
      const pull = (controller: ReadableStreamDefaultController<LanguageModelV4StreamPart>): void => {
        const part = parts[next++];
        if (part) controller.enqueue(part);
        else controller.close();
      };
      return { stream: new ReadableStream({ pull }) };
    },
  };
};
