import { type StreamPart, textOf } from 'toolgate/model';
import type { AdvisedStream } from '../contract/advisor.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';

/** A complete answer that its reader has not received yet. */
export interface CollectedAnswer {
  readonly parts: readonly StreamPart[];
  readonly response: ChatClientResponse;
  /** The text of all rounds that a reader of the stream would see. */
  readonly text: string;
}

/** Reads a stream to its end and collects its parts. */
export const collectAnswer = async (stream: AdvisedStream): Promise<CollectedAnswer> => {
  const parts: StreamPart[] = [];
  for (;;) {
    const step = await stream.next();
    if (!step.done) parts.push(step.value);
    else return { parts, response: step.value, text: textOfAll(parts, step.value) };
  }
};

const textOfAll = (parts: readonly StreamPart[], { chatResponse }: ChatClientResponse): string => {
  const texts = new Map<string, string>();
  for (const part of parts) {
    if (part.type !== 'text-delta') continue;
    const key = `${part.round}:${part.id}`;
    texts.set(key, (texts.get(key) ?? '') + part.delta);
  }
  return [...texts.values(), textOf(chatResponse.message)].join('\n');
};
