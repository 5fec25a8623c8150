import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from 'ai';
import { useEffect, useMemo, useState } from 'react';
import type { Customer } from '../people/people.js';
import { readChat, writeChat } from './saved-chat.js';
import { waits } from './waits.js';

const AGAIN_MS = 1000;

/** The stock client, with the conversation that this browser saved. */
export const useSupportChat = (customer: Customer) => {
  const [saved] = useState(() => readChat(customer.id));
  const transport = useMemo(
    () =>
      new DefaultChatTransport({
        api: '/support',
        // The demo has no login: the header names the person.
        headers: { 'x-toolgate-person': customer.id },
      }),
    [customer],
  );
  const chat = useChat({
    id: saved.id,
    messages: saved.messages,
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const { messages } = chat;
  useEffect(() => {
    if (messages.length > 0) writeChat(customer.id, { id: saved.id, messages });
  }, [messages, customer.id, saved.id]);
  useFollow(chat);
  return chat;
};

/** Follows a turn that waits, also one that waited before a reload or whose server was killed. */
const useFollow = ({ messages, status, setMessages, resumeStream }: ReturnType<typeof useChat>): void => {
  const last: UIMessage | undefined = messages.at(-1);
  const isOpen = last !== undefined && (waits(last) || last.role === 'user');
  const isIdle = status === 'ready' || status === 'error';
  useEffect(() => {
    if (!isOpen || !isIdle) return;
    const timer = setTimeout(() => {
      // The stream repeats the turn from its start.
      setMessages((all) => (all.at(-1)?.role === 'assistant' ? all.slice(0, -1) : all));
      void resumeStream();
    }, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isOpen, isIdle, setMessages, resumeStream]);
};
