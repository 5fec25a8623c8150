import type { AssistantPart, ChatResponse, StreamPart } from 'toolgate/model';

/** Returns an answer without tool calls as the parts of a stream. */
export const partsOfResponse = ({ message, ...end }: ChatResponse, round: number): readonly StreamPart[] => [
  ...message.content.flatMap((part, index) => partOf(part, String(index)).map((one) => ({ ...one, round }))),
  { ...end, type: 'finish', round },
];

const partOf = (part: AssistantPart, id: string): readonly StreamPart[] => {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [{ type: `${part.type}-delta`, id, delta: part.text, providerMetadata: part.providerMetadata }];
    case 'file':
    case 'custom':
      return [part];
    default:
      return [];
  }
};
