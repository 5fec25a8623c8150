import type { Message, UserMessage } from 'toolgate/model';
import { partsOfTranscript } from '../shared/parts-of-transcript.js';
import { fileUrl } from './file-url.js';
import { foldChunks } from './fold-chunks.js';
import type { UiMessage, UiMessagePart } from './ui-message.js';
import { UiMessageEncoder } from './ui-message-encoder.js';

/** The messages of one turn, and its id. */
export interface SavedTurn {
  /** The id of the turn's run, which is the id of the answer's message. */
  readonly id: string;
  readonly messages: readonly Message[];
}

/** Returns a saved turn as the messages that a stock client shows: those of the user, and one for the whole answer. */
export const uiMessages = ({ id, messages }: SavedTurn): readonly UiMessage[] => {
  const asked = messages.filter((message) => message.role === 'user');
  const parts = answerParts(id, messages);
  return [
    ...asked.map((message, index): UiMessage => ({ id: `${id}-${index}`, role: 'user', parts: userParts(message) })),
    ...(parts.length > 0 ? [{ id, role: 'assistant', parts } as const] : []),
  ];
};

const answerParts = (messageId: string, messages: readonly Message[]): readonly UiMessagePart[] => {
  const encoder = new UiMessageEncoder({ messageId });
  return foldChunks(partsOfTranscript(messages).flatMap((part) => encoder.encode(part)));
};

const userParts = ({ content }: UserMessage): readonly UiMessagePart[] =>
  content.map((part) => {
    if (part.type === 'text') return { type: 'text', text: part.text, state: 'done' };
    const { mediaType, filename } = part;
    return { type: 'file', mediaType, url: fileUrl(part), ...(filename !== undefined && { filename }) };
  });
