import type { AssistantPart, StreamPart } from 'toolgate/model';
import type { AdvisedStream } from '../contract/advisor.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';

/** A stream that was read to its end, and that its reader has not received yet. */
interface CollectedAnswer {
  readonly parts: readonly StreamPart[];
  /** Undefined if the stream ended with an error. */
  readonly response?: ChatClientResponse;
  readonly error?: unknown;
  /** The text of all rounds that a reader of the stream would see. */
  readonly text: string;
}

/** Reads a stream to its end and collects its parts. */
export const collectAnswer = async (stream: AdvisedStream): Promise<CollectedAnswer> => {
  const parts: StreamPart[] = [];
  try {
    for (;;) {
      const step = await stream.next();
      if (!step.done) parts.push(step.value);
      else return { parts, response: step.value, text: textOfAll(parts, step.value) };
    }
  } catch (error) {
    return { parts, error, text: textOfAll(parts) };
  }
};

/** Returns the texts of parts, which a reader may show apart. */
export const textsIn = (parts: readonly AssistantPart[]): readonly string[] =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));

const textOfAll = (parts: readonly StreamPart[], response?: ChatClientResponse): string => {
  const streamed = new Map<string, string>();
  for (const part of parts) {
    if (part.type !== 'text-delta') continue;
    const key = `${part.round}:${part.id}`;
    streamed.set(key, (streamed.get(key) ?? '') + part.delta);
  }
  const returned = response ? textsIn(response.chatResponse.message.content) : [];
  // A called answer has no parts, and an advisor may have changed the response only.
  return [...new Set([...streamed.values(), ...returned])].join('\n');
};
