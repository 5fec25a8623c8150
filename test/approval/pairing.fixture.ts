import { type Message, toolCallsOf } from 'toolgate/model';

/**
 * Returns why a strict provider would refuse a prompt: each assistant message with tool calls needs one tool message
 * directly after it, with one result for each call in order, and there is no other tool message.
 */
export const unpaired = (messages: readonly Message[]): string | undefined => {
  for (const [place, message] of messages.entries()) {
    const before = messages[place - 1];
    const asked = before?.role === 'assistant' ? toolCallsOf(before).map(nameOf) : [];
    const answered = message.role === 'tool' ? message.content.map(nameOf) : [];
    if (message.role === 'tool' && answered.length === 0) return `message ${place} has no result`;
    if (asked.join() !== answered.join()) {
      return `message ${place} answers [${answered.join()}], and before it [${asked.join()}] were called`;
    }
  }
  const last = messages.at(-1);
  return last?.role === 'assistant' && toolCallsOf(last).length > 0 ? 'the last calls are not answered' : undefined;
};

const nameOf = ({ toolCallId, toolName }: { readonly toolCallId: string; readonly toolName: string }): string =>
  `${toolName} ${toolCallId}`;
