import type { ChatResponse, StreamPart } from 'toolgate/model';

/** Returns a text-only answer as the parts of a stream. */
export const partsOfResponse = ({ message, ...end }: ChatResponse, round: number): readonly StreamPart[] => [
  ...message.content.flatMap((part, index): StreamPart[] =>
    part.type === 'text'
      ? [{ type: 'text-delta', id: String(index), delta: part.text, round, providerMetadata: part.providerMetadata }]
      : [],
  ),
  { ...end, type: 'finish', round },
];
