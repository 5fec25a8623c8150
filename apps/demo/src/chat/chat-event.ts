import type { StreamPart } from 'toolgate';

/** What a person is told while the desk is at work. */
export type ChatEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool'; readonly tool: string; readonly outcome: string };

/** One part of a turn as an event for a person; none for what only programs need. */
export const chatEventsOf = (part: StreamPart): readonly ChatEvent[] => {
  if (part.type === 'text-delta' && part.delta) return [{ type: 'text', text: part.delta }];
  if (part.type === 'tool-result') return [{ type: 'tool', tool: part.toolName, outcome: part.outcome.type }];
  return [];
};
