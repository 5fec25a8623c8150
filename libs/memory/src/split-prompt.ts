import { type Message, toolCallsOf } from 'toolgate/model';

/** A prompt's messages without its system messages: what it brings of earlier turns, and its own turn. */
export interface SplitPrompt {
  readonly earlier: readonly Message[];
  readonly asked: readonly Message[];
}

/** Splits a prompt behind the last answer that ended a turn: one that calls no tool and does not stand last. */
export const splitPrompt = (messages: readonly Message[]): SplitPrompt => {
  const said = messages.filter(({ role }) => role !== 'system');
  // An answer that stands last is the beginning of the one that is asked for.
  const end = said.slice(0, -1).findLastIndex(isAnswer) + 1;
  return { earlier: said.slice(0, end), asked: said.slice(end) };
};

/** The messages in order, system messages first. */
export const systemFirst = (messages: readonly Message[]): readonly Message[] => {
  const system = messages.filter(({ role }) => role === 'system');
  return system.length === 0 ? messages : [...system, ...messages.filter(({ role }) => role !== 'system')];
};

const isAnswer = (message: Message): boolean => message.role === 'assistant' && toolCallsOf(message).length === 0;
