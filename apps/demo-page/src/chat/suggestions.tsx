import type { Customer } from '../people/people.js';

interface Suggestion {
  readonly text: string;
  /** What happens when the customer sends the text. */
  readonly note: string;
}

const SUGGESTIONS: Readonly<Record<Customer['tenant'], readonly Suggestion[]>> = {
  acme: [
    { text: 'Refund order A-1042', note: 'Runs: the policy approves refunds up to €50.' },
    { text: 'Refund order A-1043 and e-mail the customer', note: 'Waits for a manager: this refund is €80.' },
    {
      text: 'Cancel order A-1050 and find A-1051',
      note: 'Waits for you to confirm it here, or for a clerk in the inbox.',
    },
    { text: 'Exchange order A-1051', note: 'Asks you for a color, and waits for your answer.' },
    { text: 'Which browser do I use?', note: 'Runs in this page, not on the server.' },
    { text: 'Refund 20 of order G-2001', note: 'Never runs: the order belongs to another shop.' },
  ],
  globex: [
    { text: 'Cancel order G-2001', note: 'Waits for you to confirm it here, or for a clerk in the inbox.' },
    { text: "List Gina's orders", note: 'Runs: it only reads.' },
  ],
};

/** The first messages to try. */
export const Suggestions = ({
  customer,
  onChoose,
}: {
  readonly customer: Customer;
  readonly onChoose: (text: string) => void;
}) => (
  <div className="suggestions">
    <p className="welcome">{`Hello ${customer.name.split(' ')[0]}, what can the desk do for you?`}</p>
    {SUGGESTIONS[customer.tenant].map(({ text, note }) => (
      <button key={text} type="button" className="suggestion" onClick={() => onChoose(text)}>
        <span>{text}</span>
        <span className="soft">{note}</span>
      </button>
    ))}
  </div>
);
