import type { AssistantPart, StreamPart } from 'toolgate/model';
import type { AdvisedStream } from '../contract/advisor.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';

/** A stream that was read to its end, and that its reader has not received yet. */
interface CollectedAnswer {
  readonly parts: readonly StreamPart[];
  /** Undefined if the stream ended with an error. */
  readonly response?: ChatClientResponse;
  readonly error?: unknown;
  /** The texts of all rounds that a reader of the stream would see. */
  readonly texts: readonly string[];
}

/** Reads a stream to its end and collects its parts. */
export const collectAnswer = async (stream: AdvisedStream): Promise<CollectedAnswer> => {
  const parts: StreamPart[] = [];
  try {
    for (;;) {
      const step = await stream.next();
      if (!step.done) parts.push(step.value);
      else return { parts, response: step.value, texts: allTexts(parts, step.value) };
    }
  } catch (error) {
    return { parts, error, texts: allTexts(parts) };
  }
};

/** Returns the text of each part that has one. */
export const textsIn = (parts: readonly AssistantPart[]): readonly string[] =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));

const allTexts = (parts: readonly StreamPart[], response?: ChatClientResponse): readonly string[] => {
  const streamed = new Map<string, string>();
  for (const part of parts) {
    if (part.type !== 'text-delta') continue;
    const key = `${part.round}:${part.id}`;
    streamed.set(key, (streamed.get(key) ?? '') + part.delta);
  }
  const returned = response ? textsIn(response.chatResponse.message.content) : [];
  // In a call, the stream has no parts, and an advisor may have changed the response only.
  return [...new Set([...streamed.values(), ...returned])];
};
