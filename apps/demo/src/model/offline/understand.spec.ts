import { describe, expect, it } from 'vitest';
import type { SupportRequest } from './support-request.js';
import { understand } from './understand.js';

const requests = (message: string): readonly SupportRequest[] | string => {
  const understanding = understand(message);
  return understanding.type === 'understood' ? understanding.requests : (understanding.question ?? understanding.words);
};

const find = (order = 'A-1042'): SupportRequest => ({ type: 'find', order });
const refund = (order = 'A-1042', amount?: number): SupportRequest => ({ type: 'refund', order, amount });
const cancel = (order = 'A-1050'): SupportRequest => ({ type: 'cancel', order });
const list = (customer = 'ann'): SupportRequest => ({ type: 'list', customer });

describe('understanding a support request', () => {
  it.each([
    'Find order A-1042',
    'find a1042',
    'Please look up order #A-1042.',
    'What is the status of A-1042?',
    "What's the status of order no. A-1042?",
    'Where is order A-1042?',
    'Show me A-1042',
    'Could you tell me about order A-1042, please?',
    'Has A-1042 been refunded or cancelled?',
    'Was there a refund for A-1042?',
    'Should I refund A-1042?',
    'Hello! Do you have any information on A-1042?',
    'A-1042',
    'order A-1042?',
    'Find "A-1042"',
  ])('finds: %s', (message) => {
    expect(requests(message)).toEqual([find()]);
  });

  it.each(['Which browser do I use?', 'Tell me about my browser'])('looks up the browser: %s', (message) => {
    expect(requests(message)).toEqual([{ type: 'browser' }]);
  });

  it.each([
    "List Ann's orders",
    'list the orders of ann',
    'Show all orders for Ann, please',
    'Which orders does Ann have?',
    'What has Ann bought so far?',
    'What did Ann order?',
    'Can you show me the order history of Ann?',
    'How many orders has Ann placed?',
    'orders of Ann',
  ])('lists: %s', (message) => {
    expect(requests(message)).toEqual([list()]);
  });

  it('lists by full name and by address', () => {
    expect(requests('List the orders of Ann Baker')).toEqual([list('ann baker')]);
    expect(requests("Ann Baker's orders please")).toEqual([list('ann baker')]);
    expect(requests('Which orders has ann@example.com placed?')).toEqual([list('ann@example.com')]);
  });

  it.each([
    'Refund A-1042',
    'refund order #a1042',
    'Please refund order A-1042.',
    'Could you please refund the customer for order A-1042?',
    "I'd like a refund for A-1042",
    'Can I get a refund for order A-1042, please?',
    'Give Ann her money back for order A-1042',
    'Ann wants her money back for A-1042.',
    'Pay back order A-1042',
    'Reimburse A-1042 in full',
    'A-1042 should be refunded',
    'Issue a full refund for order number A-1042',
    'Please refund A-1042, it arrived broken',
    'Hi, please refund A-1042. Thanks!',
    'Order A-1042 arrived broken, I want my money back',
    "Ann's lamp was broken. Return the money for A-1042!",
    'Process a refund: A-1042',
    'Would you mind refunding A-1042?',
    'Ann wants order A-1042 refunded',
    'Refund order A-1042 because it arrived broken',
  ])('refunds: %s', (message) => {
    expect(requests(message)).toEqual([refund()]);
  });

  it.each([
    'refund 20 of order A-1042',
    'Refund €20 of A-1042',
    'refund A-1042 by 20 euros',
    'Please give 20 EUR back for A-1042',
    'refund 20.00 of A1042',
    'refund only 20 of order A-1042',
    'A partial refund of 20 for A-1042, please',
  ])('refunds a part: %s', (message) => {
    expect(requests(message)).toEqual([refund('A-1042', 20)]);
  });

  it.each([
    'Cancel A-1050',
    'cancel order #A1050 please',
    'I want to cancel order A-1050',
    'Please call off order A-1050',
    'Call order A-1050 off',
    'Stop order A-1050',
    'A-1050 must be cancelled',
    'Can you cancel A-1050 for me?',
  ])('cancels: %s', (message) => {
    expect(requests(message)).toEqual([cancel()]);
  });

  it.each([
    'E-mail the customer of A-1042 that the lamp is on its way',
    'email the customer of order a-1042: the lamp is on its way',
    'Write to the customer of A-1042 saying "the lamp is on its way"',
    'Let the customer of A-1042 know that the lamp is on its way',
    'Tell the customer of A-1042: "the lamp is on its way"',
    'Send an e-mail to the customer of A-1042 saying the lamp is on its way',
    'E-mail the customer of A-1042, saying: "the lamp is on its way"',
    'Please notify the customer of A-1042 that the lamp is on its way',
  ])('writes: %s', (message) => {
    expect(requests(message)).toEqual([{ type: 'email', order: 'A-1042', text: 'the lamp is on its way' }]);
  });

  it('writes to addresses and to names', () => {
    expect(requests('Send an e-mail to ann@example.com: Hello Ann. All is well.')).toEqual([
      { type: 'email', to: 'ann@example.com', text: 'Hello Ann. All is well.' },
    ]);
    expect(requests('E-mail Ann Baker that her lamp and her clock are here')).toEqual([
      { type: 'email', to: 'ann baker', text: 'her lamp and her clock are here' },
    ]);
  });

  it('takes several requests in one message', () => {
    expect(requests('refund A-1042 and cancel A-1050')).toEqual([refund(), cancel()]);
    expect(requests('Refund A-1042, A-1043 and A-1060')).toEqual([refund(), refund('A-1043'), refund('A-1060')]);
    expect(requests('refund 20 of A-1042 and 10 of A-1043')).toEqual([refund('A-1042', 20), refund('A-1043', 10)]);
    expect(requests('Find orders A-1042 and A-1043')).toEqual([find(), find('A-1043')]);
    expect(requests('Look up A-1042, then refund it')).toEqual([find(), refund()]);
    expect(requests('cancel A-1050 and A-1042, then list the orders of Ann')).toEqual([
      cancel(),
      cancel('A-1042'),
      list(),
    ]);
  });

  it('reads the subject of an e-mail from the earlier clauses', () => {
    const told: SupportRequest = { type: 'email', order: 'A-1042', text: undefined };
    expect(requests('Refund A-1042 and e-mail the customer')).toEqual([refund(), told]);
    expect(requests('refund A-1042 and tell them about the refund')).toEqual([refund(), told]);
    expect(requests('refund A-1042 and let the customer know')).toEqual([refund(), told]);
    expect(requests('refund A-1042 and e-mail ben')).toEqual([refund(), { ...told, to: 'ben' }]);
    expect(requests('e-mail ann that we are sorry and then refund A-1042')).toEqual([
      { type: 'email', to: 'ann', text: 'we are sorry' },
      refund(),
    ]);
  });

  it.each([
    ['refund my order', 'Which order do you mean?'],
    ['refund A-1042, cancel A-1050 and e-mail the customer', 'Which order do you mean?'],
    ['list all orders', 'Whose orders?'],
    ['e-mail ann@example.com with the subject "Your lamp" and the text "It is on its way"', 'I choose the subject'],
    ['e-mail ann@example.com', 'What should the e-mail say?'],
  ])('asks a question: %s', (message, question) => {
    expect(requests(message)).toContain(question);
  });

  it.each([
    'What is the weather like?',
    'asdf',
    '',
    '🙂',
    "Don't refund A-1042",
    'Please do not cancel A-1050',
    'refund A-1042 unless it was shipped',
    'refund A-1042, if it was not shipped',
    'refund A-1042 but not A-1043',
    'refund or cancel A-1042',
    'refund A-1042 or A-1043',
    'refund half of A-1042',
    'refund a part of A-1042',
    'A-1042 should have been refunded',
    'refund twenty of A-1042',
    'refund 20% of A-1042',
    'refund $20 of A-1042',
    'refund -20 of A-1042',
    'refund 1,000.50 of A-1042',
    'refund 10 20 of A-1042',
    'refund the shipping costs of A-1042',
    'refund A-1042 tomorrow',
    'cancel the refund of A-1042',
    'cancel 2 of A-1050',
    'refund A-1042 "it is broken"',
    'upgrade A-1042 to express',
    'delete A-1042',
    'refund A-1042 and upgrade the customer to gold',
  ])('does nothing if a message is ambiguous: %s', (message) => {
    expect(understand(message).type).toBe('unclear');
  });
});
