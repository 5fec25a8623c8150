import type { AssistantPart, ChatResponse, StreamPart } from 'toolgate/model';

/**
 * Returns the parts of a stream that combine to this response. Text and arguments are split into chunks of `chunkSize`
 * characters.
 */
export const streamPartsOf = ({ message, ...end }: ChatResponse, chunkSize = 4): readonly StreamPart[] => [
  ...message.content.flatMap((part, index) => partsOf(part, String(index), chunkSize)),
  { ...end, type: 'finish' },
];

const partsOf = (part: AssistantPart, id: string, chunkSize: number): readonly StreamPart[] => {
  switch (part.type) {
    case 'text':
    case 'reasoning': {
      const { providerMetadata } = part;
      const type = part.type === 'text' ? 'text-delta' : 'reasoning-delta';
      const deltas = chunksOf(part.text, chunkSize).map((delta) => ({ type, id, delta }) as const);
      return providerMetadata || deltas.length === 0 ? [...deltas, { type, id, delta: '', providerMetadata }] : deltas;
    }
    case 'tool-call': {
      const { toolCallId, toolName } = part;
      const deltas = chunksOf(part.input, chunkSize);
      return [...deltas.map((delta) => ({ type: 'tool-input-delta', toolCallId, toolName, delta }) as const), part];
    }
    default:
      return [part];
  }
};

const chunksOf = (text: string, size: number): readonly string[] =>
  text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
