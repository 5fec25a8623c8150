import { useState } from 'react';
import type { Customer } from '../people/people.js';
import { Conversation } from './conversation.js';
import { forgetChat } from './saved-chat.js';

/** The chat of a customer: one conversation, and the button that starts another. */
export const Chat = ({ customer }: { readonly customer: Customer }) => {
  const [chats, setChats] = useState(0);
  return (
    <section className="pane chat" aria-label="Chat">
      <header className="pane-head">
        <h2>Support chat</h2>
        <button
          className="button button-small"
          type="button"
          onClick={() => {
            forgetChat(customer.id);
            setChats(chats + 1);
          }}
        >
          New chat
        </button>
      </header>
      <Conversation key={`${customer.id} ${chats}`} customer={customer} />
    </section>
  );
};
