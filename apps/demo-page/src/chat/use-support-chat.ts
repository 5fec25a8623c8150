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
  useFollow(chat, customer);
  return chat;
};

/** Shows what becomes of a turn that waits, also after a reload, and after the server was killed. */
const useFollow = (chat: ReturnType<typeof useChat>, customer: Customer): void => {
  const { id, messages, status, setMessages, resumeStream } = chat;
  const [attempt, setAttempt] = useState(0);
  const last = messages.at(-1);
  const runId = last && waits(last) && (status === 'ready' || status === 'error') ? last.id : undefined;
  useEffect(() => {
    if (runId === undefined) return;
    const follow = async (): Promise<void> => {
      const run = await read<{ readonly status: string }>(`/runs/${runId}`, { 'x-user': customer.id });
      if (run?.status === 'resuming') {
        // The stream repeats the turn from its start.
        setMessages((all) => all.slice(0, -1));
        await resumeStream();
      } else if (run && run.status !== 'suspended') {
        const ended = await read<UIMessage[]>(`/support/${id}`, { 'x-toolgate-person': customer.id });
        if (ended) setMessages(ended);
      }
      setAttempt((before) => before + 1);
    };
    const timer = setTimeout(() => void follow(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [runId, attempt, id, customer.id, setMessages, resumeStream]);
};

/** Reads JSON; undefined while the server is away. */
const read = async <T>(path: string, headers: Record<string, string>): Promise<T | undefined> => {
  try {
    const answer = await fetch(path, { headers });
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
};
