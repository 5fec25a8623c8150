import type { Advisor } from 'toolgate/chat';

const known = new Map<string, string>();

/** Returns the name of an advisor from its class: `message_chat_memory` for a `MessageChatMemoryAdvisor`. */
export const advisorNameOf = ({ constructor: { name } }: Advisor): string => {
  let words = known.get(name);
  if (words === undefined) {
    words = name
      .replaceAll(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3_$2')
      .toLowerCase()
      .replace(/(?:_around)?_advisor$/, '');
    known.set(name, words);
  }
  return words;
};
