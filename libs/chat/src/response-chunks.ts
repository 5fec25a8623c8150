import type { AssistantPart, ChatResponse, StreamPart } from 'toolgate/model';

/** One part of a stream as a response that holds just this part; undefined for what is no content of an answer. */
export const chunkOf = (part: StreamPart): ChatResponse | undefined => {
  const content = contentOf(part);
  return (
    content && { message: { role: 'assistant', content: [content] }, finishReason: { unified: 'other' }, usage: {} }
  );
};

/** The end of a stream as a response without content: why it ended, and what it cost in all. */
export const lastChunkOf = (response: ChatResponse): ChatResponse => ({
  ...response,
  message: { role: 'assistant', content: [] },
});

const contentOf = (part: StreamPart): AssistantPart | undefined => {
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
