import { useState } from 'react';
import { Chat } from './chat/chat.js';
import { type Customer, CUSTOMERS } from './people/people.js';
import { useClerk } from './people/use-clerk.js';
import { Who } from './people/who.js';
import { Server } from './server/server.js';
import { Shop } from './shop/shop.js';

const PANES = ['chat', 'inbox', 'shop'] as const;

/** The chat on the left, the inbox beside it, and what the tools did. A narrow window shows one of them at a time. */
export const App = () => {
  const [customer, setCustomer] = useState<Customer>(CUSTOMERS[0]);
  const [pane, setPane] = useState<(typeof PANES)[number]>('chat');
  const clerk = useClerk();
  return (
    <div className="page" data-pane={pane}>
      <header className="bar">
        <h1>Support desk</h1>
        <Who customer={customer} onCustomer={setCustomer} />
        <Server />
      </header>
      <nav className="panes" aria-label="Parts of the page">
        {PANES.map((name) => (
          <button key={name} type="button" aria-current={name === pane} onClick={() => setPane(name)}>
            {name}
          </button>
        ))}
      </nav>
      <main className="columns">
        <Chat customer={customer} />
        {/* The inbox reads its person when it starts. */}
        <iframe key={clerk.id} className="pane inbox" title="Inbox" src="/approvals/inbox" />
        <Shop tenant={customer.tenant} />
      </main>
    </div>
  );
};
