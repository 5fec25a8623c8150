import { type Message, toolCallsOf } from 'toolgate/model';

/** A prompt's messages without its system messages: those of earlier turns, and those of its own turn. */
interface SplitPrompt {
  readonly earlier: readonly Message[];
  readonly asked: readonly Message[];
}

/**
 * Splits a prompt after the last answer that ended a turn: an answer that calls no tool and is not the last message.
 */
export const splitPrompt = (messages: readonly Message[]): SplitPrompt => {
  const conversation = messages.filter(({ role }) => role !== 'system');
  // A last message by the assistant is the beginning of the requested answer.
  const end = conversation.slice(0, -1).findLastIndex(isAnswer) + 1;
  return { earlier: conversation.slice(0, end), asked: conversation.slice(end) };
};

/** Returns the messages in order, system messages first. */
export const systemFirst = (messages: readonly Message[]): readonly Message[] => {
  const system = messages.filter(({ role }) => role === 'system');
  return system.length === 0 ? messages : [...system, ...messages.filter(({ role }) => role !== 'system')];
};

const isAnswer = (message: Message): boolean => message.role === 'assistant' && toolCallsOf(message).length === 0;
