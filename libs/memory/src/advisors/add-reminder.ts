import type { PromptTemplate } from 'toolgate/chat';
import { type Message, type SystemMessage, systemMessage, type VectorDocument } from 'toolgate/model';

/** Adds the found documents to the first system message, or to a new one. */
export const addReminder = (
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

// A stored message may look like the end of an entry followed by instructions.
const toElement = ({ text, metadata }: VectorDocument): string =>
  `<memory type="${metadata?.['type'] === 'assistant' ? 'assistant' : 'user'}">${escaped(text)}</memory>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
