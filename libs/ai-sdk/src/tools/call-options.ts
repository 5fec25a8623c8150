import { randomUUID } from 'node:crypto';
import type { ToolContext } from 'toolgate/tool';
import { providerPrompt } from '../request/provider-prompt.js';
import type { CallOptions } from './ai-sdk-tool.js';

/**
 * Returns what the AI SDK passes to a tool besides the input. The messages and the signal are created on first use,
 * because most tools read neither.
 */
export const callOptions = (call: ToolContext, context: unknown): CallOptions => {
  let messages: CallOptions['messages'] | undefined;
  return {
    // A call by the application itself has no id of a model.
    toolCallId: call.call?.toolCallId ?? randomUUID(),
    get messages() {
      return (messages ??= modelMessages(call));
    },
    get abortSignal() {
      return call.signal;
    },
    context,
    experimental_context: context,
  };
};

// Both versions read the parts of "v3": file data without tags, and the older names of files in results.
const modelMessages = ({ messages }: ToolContext): CallOptions['messages'] =>
  providerPrompt(
    messages.filter(({ role }) => role !== 'system'),
    'v3',
  );
