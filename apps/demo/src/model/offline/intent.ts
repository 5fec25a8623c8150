import type { ClauseWords } from './clause-words.js';
import type { SupportRequest } from './support-request.js';

/** The intent of a clause; a remark requests nothing. */
export type Intent = SupportRequest['type'] | 'bare' | 'remark' | 'unclear';

type Effect = Extract<Intent, 'refund' | 'cancel' | 'exchange' | 'email'>;

const QUESTION =
  /^(?:what|where|when|who|which|how|why|is|was|were|are|has|have|had|did|does|do(?! not)|should|could|can|would|will|shall)\b/;
const EFFECTS: Readonly<Record<Effect, RegExp>> = {
  refund:
    /\b(?:refund|reimburse|repay|money back)\b|\breturn\b.*\bmoney\b|\b(?:give|pay)\b.*\bback\b|\bmind refunding\b|\b(?:(?:must|should|to) be|gets?|wants? [\w ]*)\s*refunded\b/,
  cancel:
    /\b(?:cancel|cancellation|call off|abort|annul|void)\b|\b(?:call|stop)\b.*\border\b|\bmind cancell?ing\b|\b(?:(?:must|should|to) be|gets?|wants? [\w ]*)\s*cancell?ed\b/,
  exchange: /\b(?:exchange|swap)\b/,
  email: /\b(?:e-?mail|mail|write|notify|inform|message)\b|\btell\b(?! (?:me|us)\b)|\blet\b(?! (?:me|us)\b).*\bknow\b/,
};
const CONDITION =
  /n't\b|\b(?:not|never|no|without|except|instead|unless|if|or|when|once|until|after|before|later|tomorrow)\b/;
const INEXACT =
  /[%$£]|\b(?:half|third|quarter|some|rest|remaining|percent|dollars?|shipping|postage|fees?|costs?|tax|vat|voucher|credit|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred)\b/;
const PART = /\b(?:part|partly|partial|partially)\b/;
const ORDERS = /\b(?:orders?|ordered|purchases?|purchased|bought|buy)\b/;
const LOOKING =
  /\b(?:find|look|lookup|show|see|get|fetch|check|track|search|open|display|pull up|bring up|status|state|details?|info|information|about|know|tell me|give me)\b/;
const BROWSER = /\bbrowser\b/;
const IT = /\b(?:it|its|this one|that one|the order(?! history))\b/;
const BARE = /^(?:(?:and|or|also|as well|both|the|of|for|from|on|by|with|orders?|numbers?|eur|euros?)\b\s*)*$/;
const REMARK =
  /^(?:it|this|that|they|he|she|i|we|(?:the|my|our|her|his|their|order|\p{L}+'s)\b.*?) (?:is|was|are|were|has|had|have|arrived|came|broke|bought|got|received|wants?|needs?|changed)\b/u;

const effectsOf = (rest: string): readonly Effect[] => {
  // The subject of an e-mail is not a request of its own: "tell Ann about the refund".
  const head = rest.split(/\babout\b/)[0] ?? '';
  const asked = EFFECTS.email.test(head) ? head : rest;
  return (Object.keys(EFFECTS) as Effect[]).filter((effect) => EFFECTS[effect].test(asked));
};

/** Returns the intent of a clause. An ambiguous clause that would have an effect is unclear. */
export const intentOf = ({ words, orders, amount, rest }: ClauseWords): Intent => {
  const question = QUESTION.test(words);
  const effects = question ? [] : effectsOf(rest);
  const [effect] = effects;
  const doubtful =
    CONDITION.test(words) || INEXACT.test(words) || Number.isNaN(amount) || (PART.test(words) && !amount);
  if (effect) return effects.length > 1 || doubtful ? 'unclear' : effect;
  if (orders.length > 0 && BARE.test(rest)) return doubtful ? 'unclear' : 'bare';
  if ((orders.length > 0 || IT.test(rest)) && (question || LOOKING.test(rest))) return 'find';
  if (orders.length === 0 && BROWSER.test(rest) && (question || LOOKING.test(rest))) return 'browser';
  if (orders.length === 0 && ORDERS.test(rest)) return 'list';
  return REMARK.test(words) && !doubtful ? 'remark' : 'unclear';
};
