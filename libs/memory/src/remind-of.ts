import type { PromptTemplate } from 'toolgate/chat';
import { type Message, type SystemMessage, systemMessage, type VectorDocument } from 'toolgate/model';

/** Puts what was found in the first system message, which a prompt without one gets. */
export const remindOf = (
  entries: readonly VectorDocument[],
  messages: readonly Message[],
  template: PromptTemplate,
): readonly Message[] => {
  if (entries.length === 0) return messages;
  const system = messages.find((message): message is SystemMessage => message.role === 'system') ?? systemMessage('');
  const longTermMemory = entries.map(toElement).join('\n');
  const text = template.render({ instructions: system.text, longTermMemory }).trim();
  return [{ ...system, text }, ...messages.filter((message) => message !== system)];
};

// Somebody may have said what looks like the end of an entry, and instructions behind it.
const toElement = ({ text, metadata }: VectorDocument): string =>
  `<memory type="${metadata?.['type'] === 'assistant' ? 'assistant' : 'user'}">${escaped(text)}</memory>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
