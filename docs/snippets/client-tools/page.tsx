import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, isToolUIPart, type UIMessage } from 'ai';
import { useEffect, useRef } from 'react';

const transport = new DefaultChatTransport({ api: '/chat' });

const DONE = ['approval-responded', 'output-error', 'output-denied'];

/** Whether a turn waits, and each call that this page decides or answers has its decision or its output. */
const isComplete = ({ messages }: { messages: UIMessage[] }): boolean => {
  const { role, metadata, parts = [] } = messages.at(-1) ?? {};
  if (role !== 'assistant' || Object(metadata).waits !== true) return false;
  const calls = parts.slice(parts.findLastIndex(({ type }) => type === 'step-start') + 1).filter(isToolUIPart);
  const isDone = (call: (typeof calls)[number]) =>
    call.state === 'output-available' ? !call.preliminary : DONE.includes(call.state);
  return calls.length > 0 && calls.every(isDone);
};

export function useLocatingChat(id: string, cityOf: () => Promise<string>) {
  const chat = useChat({ id, transport, sendAutomaticallyWhen: isComplete, resume: true });
  const { messages, status, addToolOutput } = chat;
  const started = useRef(new Set<string>());
  useEffect(() => {
    const last = messages.at(-1);
    if (status !== 'ready' || !last) return;
    const { clientCalls = {} } = Object(last.metadata);
    for (const part of last.parts) {
      if (part.type !== 'tool-locate' || part.state !== 'input-available') continue;
      const { toolCallId } = part;
      const call = clientCalls[toolCallId];
      if (call === undefined || started.current.has(call)) continue;
      started.current.add(call);
      void cityOf().then(
        (city) => addToolOutput({ tool: 'locate', toolCallId, output: { city } }),
        () => addToolOutput({ tool: 'locate', toolCallId, state: 'output-error', errorText: 'No place is known.' }),
      );
    }
  }, [messages, status, addToolOutput, cityOf]);
  return chat;
}
