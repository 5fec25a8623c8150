import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Customer } from '../people/people.js';
import { Composer } from './composer.js';
import { ChatMessage } from './message.js';
import { forgetChat, readChat, writeChat } from './saved-chat.js';
import { Suggestions } from './suggestions.js';

/** A conversation of a customer with the desk. All of its protocol is that of the stock client. */
export const Chat = ({ customer, onNew }: { readonly customer: Customer; readonly onNew: () => void }) => {
  const [saved] = useState(() => readChat(customer.id));
  const transport = useMemo(
    () =>
      new DefaultChatTransport({
        api: '/support',
        headers: { 'x-user': customer.id, 'x-tenant': customer.tenant },
      }),
    [customer],
  );
  const chat = useChat({
    id: saved.id,
    messages: saved.messages,
    transport,
    resume: saved.messages.length > 0,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const { messages, status, error, sendMessage, stop, addToolApprovalResponse, regenerate, resumeStream } = chat;
  const isBusy = status === 'submitted' || status === 'streaming';
  useEffect(() => {
    if (messages.length > 0) writeChat(customer.id, { id: saved.id, messages });
  }, [messages, customer.id, saved.id]);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => end.current?.scrollIntoView({ block: 'end' }), [messages]);
  return (
    <section className="pane chat" aria-label="Chat">
      <header className="pane-head">
        <h2>Support chat</h2>
        <button
          className="button button-small"
          type="button"
          onClick={() => {
            forgetChat(customer.id);
            onNew();
          }}
        >
          New chat
        </button>
      </header>
      <div className="messages" role="log" aria-label="Messages" tabIndex={0}>
        {messages.length === 0 && <Suggestions customer={customer} onChoose={(text) => void sendMessage({ text })} />}
        {messages.map((message) => (
          <ChatMessage
            key={message.id}
            message={message}
            onDecide={(id, approved) =>
              void addToolApprovalResponse({ id, approved, ...(!approved && { reason: 'Refused in the chat.' }) })
            }
          />
        ))}
        {status === 'submitted' && <p className="typing" aria-label="The desk writes" />}
        {error && (
          <div className="problem" role="alert">
            <p>The answer was interrupted. Nothing that was decided is lost.</p>
            <button className="button button-small" type="button" onClick={() => void resumeStream()}>
              Continue
            </button>
            <button className="button button-small" type="button" onClick={() => void regenerate()}>
              Ask again
            </button>
          </div>
        )}
        <div ref={end} />
      </div>
      <Composer isBusy={isBusy} onSend={(text) => void sendMessage({ text })} onStop={() => void stop()} />
    </section>
  );
};
