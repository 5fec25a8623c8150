const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const LONG_NUMBER = /^\d{13,19}$/;

/**
 * Returns an identifier in pieces that are easy to compare: fours for an IBAN or a long number, else the whole. A page
 * leaves a small gap between the pieces, and shows each of them: two ids may differ in the middle alone.
 */
export const grouped = (id: string): readonly string[] =>
  (IBAN.test(id) || LONG_NUMBER.test(id) ? id.match(/.{1,4}/g) : undefined) ?? [id];

/** Whether a text is an identifier whatever its name is: a UUID, or an IBAN with right check digits. */
export const isIdentifier = (text: string): boolean => UUID.test(text) || (IBAN.test(text) && hasCheckDigits(text));

/** ISO 7064: the digits after the first four moved to the end, with letters as numbers, leave 1 when divided by 97. */
const hasCheckDigits = (iban: string): boolean => {
  const digits = [...(iban.slice(4) + iban.slice(0, 4))].map((one) => String(parseInt(one, 36))).join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
};
