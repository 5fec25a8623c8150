import type { Understanding } from './support-request.js';

const ABILITIES = [
  'find an order ("find order A-1042")',
  'list the orders of a customer ("list the orders of Ann")',
  'refund an order, or part of it ("refund 20 of order A-1042")',
  'cancel an order ("cancel A-1050")',
  'exchange an order for another color ("exchange order A-1051")',
  'tell you which browser you use ("which browser do I use?")',
  'send an e-mail ("e-mail the customer of A-1042 that the lamp is on its way")',
].join(', ');

/** States the unclear text, examples that work, and how to use a model that understands more. */
export const doNotUnderstand = ({ question, words }: Extract<Understanding, { type: 'unclear' }>): string =>
  question ??
  `I did not understand "${words}", so I did nothing. I am only a small offline stand-in for a language model. ` +
    `I can ${ABILITIES}, and several of these in one message. For more than that, set OPENAI_API_KEY or ANTHROPIC_API_KEY and start the demo again.`;
