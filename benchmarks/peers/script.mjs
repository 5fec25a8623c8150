/** Every library receives the same question, tool call, tool and answer. */
export const QUESTION = 'Where is my order A-1042?';
export const INPUT = { orderNumber: 'A-1042' };
export const WORDS = 'Order A-1042 was paid on Monday and it will be with you on Thursday, have a good day.'.split(
  /(?<= )/,
);
export const ANSWER = WORDS.join('');

export const toolNames = (count) => Array.from({ length: count }, (_, index) => `findOrder${index}`);
export const describe = (name) => `Looks an order up, as ${name}`;
export const findOrder = ({ orderNumber }) => ({ orderNumber, amount: 40, status: 'paid' });

/** Delays the answers of the models while the heap of the turns is measured. */
export const gate = {
  closed: undefined,
  open: () => {},
  close() {
    this.closed = new Promise((resolve) => (this.open = resolve));
  },
  release() {
    this.closed = undefined;
    this.open();
  },
};
