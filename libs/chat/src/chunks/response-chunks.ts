import type { AssistantPart, ChatResponse, StreamPart } from 'toolgate/model';

/** Converts the parts of a stream to responses, each of which holds one piece of the answer. */
interface ResponseChunks {
  /** Returns the chunk of a part; undefined if the part holds no content of the answer, such as a tool call. */
  of(part: StreamPart): ChatResponse | undefined;
  /** Returns the last chunk: the tool calls that are left to the caller, the finish reason and the total usage. */
  last(response: ChatResponse): ChatResponse;
}

/** Creates the chunks of one stream. */
export const responseChunks = (): ResponseChunks => {
  let round = 0;
  return {
    of(part) {
      round = part.round ?? round;
      const content = chunkContent(part);
      if (!content) return undefined;
      const { id } = part as { id?: string };
      return {
        message: { role: 'assistant', content: [content] },
        finishReason: { unified: 'other' },
        usage: {},
        metadata: { chunk: id === undefined ? { round } : { round, id } },
      };
    },
    last(response) {
      const tools = [...response.message.content.entries()].filter(([, part]) => isToolPart(part));
      const indexes = tools.map(([index]) => index);
      return {
        ...response,
        message: { role: 'assistant', content: tools.map(([, part]) => part) },
        metadata: { ...response.metadata, chunk: indexes.length > 0 ? { round, indexes } : { round } },
      };
    },
  };
};

const isToolPart = ({ type }: AssistantPart): boolean => type === 'tool-call' || type === 'tool-result';

const chunkContent = (part: StreamPart): AssistantPart | undefined => {
  const { providerMetadata } = part as { providerMetadata?: AssistantPart['providerMetadata'] };
  const rest = providerMetadata && { providerMetadata };
  switch (part.type) {
    case 'text-delta':
      return { type: 'text', text: part.delta, ...rest };
    case 'reasoning-delta':
      return { type: 'reasoning', text: part.delta, ...rest };
    case 'file':
    case 'custom': {
      const { round: _, ...whole } = part;
      return whole;
    }
    default:
      return undefined;
  }
};
