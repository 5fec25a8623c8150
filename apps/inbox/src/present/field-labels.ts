/** Words of property names that are written in capitals. */
const CAPITALS = new Set(
  'api bic cc ceo csv eta faq gb html http https iban id ip isbn iso json kyc mb pdf pin po sepa sku sms sql ssn swift ui uri url usa utc uuid vat vip xml zip'.split(
    ' ',
  ),
);

/** Returns the words of a property name, in lower case: `orderNumber`, `order_number` and `ORDER-NUMBER` have the same. */
export const wordsOfName = (name: string): readonly string[] => {
  const known = KNOWN.get(name);
  if (known) return known;
  const words = split(name);
  if (KNOWN.size < MOST_KNOWN) KNOWN.set(name, words);
  return words;
};

// Each item of a long list has the same names.
const KNOWN = new Map<string, readonly string[]>();
const MOST_KNOWN = 1000;

const split = (name: string): readonly string[] =>
  name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());

const USUAL = /^[\p{L}\p{N}_./:-]+$/u;

/**
 * Returns a property or tool name as a label: `orderNumber` becomes "Order number", `customer_id` "Customer ID". A name
 * with other characters, which may be invisible, stays as it is.
 */
export const labelOf = (name: string): string => {
  if (!USUAL.test(name)) return name;
  const words = wordsOfName(name).map((word) => (CAPITALS.has(word) ? word.toUpperCase() : word));
  const label = words.join(' ');
  return label === '' ? name : label.charAt(0).toUpperCase() + label.slice(1);
};
