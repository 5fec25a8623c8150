import type { Customer } from '../people/people.js';
import { Composer } from './composer.js';
import { ChatMessage } from './message.js';
import { Suggestions } from './suggestions.js';
import type { Decide } from './tool-call.js';
import { useFollowedEnd } from './use-followed-end.js';
import { useSupportChat } from './use-support-chat.js';
import { waits } from './waits.js';

/** A conversation of a customer with the desk. The stock client implements the whole protocol. */
export const Conversation = ({ customer }: { readonly customer: Customer }) => {
  const { messages, status, error, sendMessage, abort, decide: sendDecision, loadAgain } = useSupportChat(customer);
  const { list, onScroll, follow } = useFollowedEnd(messages, status);
  const isBusy = status === 'submitted' || status === 'streaming';
  const isWaiting = messages.slice(-1).some(waits);
  const send = (text: string): void => {
    follow();
    void sendMessage({ text });
  };
  /** A pressed button of the list disappears, so the focus moves to the list. */
  const focusList = (): void => {
    follow();
    list.current?.focus();
  };
  const choose = (text: string): void => {
    focusList();
    send(text);
  };
  const decide: Decide = (...decision) => {
    focusList();
    sendDecision(...decision);
  };
  const load = (): void => {
    focusList();
    void loadAgain();
  };
  return (
    <>
      <div ref={list} className="messages" role="log" aria-label="Messages" tabIndex={0} onScroll={onScroll}>
        {messages.length === 0 && <Suggestions customer={customer} onChoose={choose} />}
        {messages.map((message) => (
          <ChatMessage key={message.id} message={message} onDecide={decide} />
        ))}
        {status === 'submitted' && <p className="typing" role="status" aria-label="The desk writes" />}
        {error && (
          <div className="problem" role="alert">
            <p>The answer is incomplete or missing. Load it again to see what the desk has received.</p>
            <button className="button button-small" type="button" onClick={load}>
              Load the answer again
            </button>
          </div>
        )}
      </div>
      <Composer isBusy={isBusy} isWaiting={isWaiting} onSend={send} onStop={() => void abort()} />
    </>
  );
};
