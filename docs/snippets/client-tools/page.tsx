import { useChat } from '@ai-sdk/react';
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from 'ai';

const transport = new DefaultChatTransport({ api: '/chat' });

const sendAutomaticallyWhen = (chat: { messages: UIMessage[] }) =>
  lastAssistantMessageIsCompleteWithApprovalResponses(chat) || lastAssistantMessageIsCompleteWithToolCalls(chat);

export function useLocatingChat(id: string, cityOf: () => Promise<string>) {
  const chat = useChat({
    id,
    transport,
    sendAutomaticallyWhen,
    resume: true,
    onToolCall: ({ toolCall: { toolName, toolCallId } }) => {
      if (toolName !== 'locate') return;
      const call = { tool: toolName, toolCallId };
      void cityOf().then(
        (city) => chat.addToolOutput({ ...call, output: { city } }),
        () => chat.addToolOutput({ ...call, state: 'output-error', errorText: 'The user does not share the place.' }),
      );
    },
  });
  return chat;
}
