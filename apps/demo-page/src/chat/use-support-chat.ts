import { useChat } from '@ai-sdk/react';
import type { UIMessage } from 'ai';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Customer } from '../people/people.js';
import { type GivenAnswers, chatTransport } from './chat-transport.js';
import { isComplete } from './is-complete.js';
import { readChat, writeChat } from './saved-chat.js';
import type { Decide } from './tool-call.js';
import { useBrowserTool } from './use-browser-tool.js';
import { waits } from './waits.js';

const AGAIN_MS = 1000;

/** The stock client, with the conversation that this tab saved, and an abort that reaches the server. */
export const useSupportChat = (customer: Customer) => {
  const [saved] = useState(() => readChat(customer.id));
  // The demo has no login: the header names the person.
  const headers = useMemo(() => ({ 'x-toolgate-person': customer.id }), [customer]);
  const [answers] = useState((): GivenAnswers => new Map());
  const transport = useMemo(() => chatTransport(headers, answers), [headers, answers]);
  const chat = useChat({
    id: saved.id,
    messages: saved.messages,
    transport,
    sendAutomaticallyWhen: isComplete,
  });
  useBrowserTool(chat);
  const { messages, status, setMessages, resumeStream } = chat;
  const isOpen = status !== 'ready';
  useEffect(() => {
    if (messages.length > 0) writeChat(customer.id, { id: saved.id, messages, isOpen });
  }, [messages, isOpen, customer.id, saved.id]);
  /**
   * Reads the last turn again: as a stream from its start while it runs, and as saved messages after it has ended.
   * Returns whether the server does not have its question.
   */
  const readAgain = useCallback(async (): Promise<boolean> => {
    setMessages((all) => (all.at(-1)?.role === 'assistant' ? all.slice(0, -1) : all));
    await resumeStream();
    const ended = await read<UIMessage[]>(`/support/${saved.id}`, headers);
    let isMissing = false;
    setMessages((all) => {
      if (all.at(-1)?.role !== 'user' || !ended) return all;
      isMissing = ended.length < all.length;
      return isMissing ? all : ended;
    });
    return isMissing;
  }, [setMessages, resumeStream, saved.id, headers]);
  /** Reads the last turn again, and sends its question again if the server does not have it. */
  const loadAgain = async (): Promise<void> => {
    if (await readAgain()) await chat.regenerate();
  };
  useEffect(() => {
    if (saved.isOpen) void readAgain();
  }, [saved, readAgain]);
  useDecisionsElsewhere(chat, headers, readAgain);
  /** Ends the turn on the server. `stop()` alone only stops reading it. */
  const abort = async (): Promise<void> => {
    await fetch(`/support/${saved.id}`, { method: 'DELETE', headers });
    await chat.stop();
  };
  return { ...chat, abort, decide: decideIn(chat, answers), loadAgain };
};

/** Returns the function that decides a call; `answer` is the answer to its question. */
const decideIn =
  ({ addToolApprovalResponse }: ReturnType<typeof useChat>, answers: GivenAnswers): Decide =>
  (id, approved, answer) => {
    if (answer) answers.set(id, answer);
    void addToolApprovalResponse({ id, approved, ...(!approved && { reason: 'Rejected in the chat.' }) });
  };

/** Reads a waiting turn again after a decision elsewhere, even if the server was killed in between. */
const useDecisionsElsewhere = (
  { id, messages, status }: ReturnType<typeof useChat>,
  headers: Record<string, string>,
  readAgain: () => Promise<unknown>,
): void => {
  const last = messages.at(-1);
  const waiting = last && waits(last) && (status === 'ready' || status === 'error') ? last.id : undefined;
  useEffect(() => {
    if (waiting === undefined) return;
    const left = new AbortController();
    const look = async (): Promise<void> => {
      while (!left.signal.aborted) {
        // The response ends after its event.
        if ((await textOf(`/support/${id}/changes`, headers, left.signal)).includes('data:')) return void readAgain();
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    };
    void look();
    return () => left.abort();
  }, [id, waiting, headers, readAgain]);
};

/** Reads a text; an empty one if the server is away. */
const textOf = async (path: string, headers: Record<string, string>, signal: AbortSignal): Promise<string> => {
  try {
    const answer = await fetch(path, { headers, signal });
    return answer.ok ? await answer.text() : '';
  } catch {
    return '';
  }
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
