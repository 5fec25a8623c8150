import type { AssistantPart, Message, StreamPart } from 'toolgate/model';
import { resultParts } from '#tool';

/** Returns the saved messages of one turn as the parts of a stream, with each text in one piece. */
export const partsOfTranscript = (messages: readonly Message[]): readonly StreamPart[] => {
  let round = -1;
  return messages.flatMap((message): readonly StreamPart[] => {
    if (message.role === 'assistant') round += 1;
    const at = { round: Math.max(round, 0) };
    if (message.role === 'tool') return message.content.flatMap(resultParts).map((part) => ({ ...part, ...at }));
    return message.role === 'assistant'
      ? message.content.map((part, index) => ({ ...streamPart(part, String(index)), ...at }))
      : [];
  });
};

const streamPart = (part: AssistantPart, id: string): StreamPart =>
  part.type === 'text' || part.type === 'reasoning' ? { type: `${part.type}-delta`, id, delta: part.text } : part;
