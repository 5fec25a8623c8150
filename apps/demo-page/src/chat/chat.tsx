import { useEffect, useRef } from 'react';
import type { Customer } from '../people/people.js';
import { Composer } from './composer.js';
import { ChatMessage } from './message.js';
import { forgetChat } from './saved-chat.js';
import { Suggestions } from './suggestions.js';
import type { Decide } from './tool-call.js';
import { useSupportChat } from './use-support-chat.js';

/** A conversation of a customer with the desk. The stock client implements the whole protocol. */
export const Chat = ({ customer, onNew }: { readonly customer: Customer; readonly onNew: () => void }) => {
  const chat = useSupportChat(customer);
  const { messages, status, error, sendMessage, abort, addToolApprovalResponse, readAgain } = chat;
  const isBusy = status === 'submitted' || status === 'streaming';
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
            onDecide={(...decision) => void addToolApprovalResponse(responseTo(...decision))}
          />
        ))}
        {status === 'submitted' && <p className="typing" aria-label="The desk writes" />}
        {error && (
          <div className="problem" role="alert">
            <p>The answer was interrupted. No decision is lost.</p>
            <button className="button button-small" type="button" onClick={() => void readAgain()}>
              Load the answer again
            </button>
          </div>
        )}
        <div ref={end} />
      </div>
      <Composer isBusy={isBusy} onSend={(text) => void sendMessage({ text })} onStop={() => void abort()} />
    </section>
  );
};

const responseTo = (...[id, approved, answer]: Parameters<Decide>) => ({
  id,
  approved,
  ...(!approved && { reason: 'Rejected in the chat.' }),
  ...(answer && { options: { body: { answers: { [id]: answer } } } }),
});
