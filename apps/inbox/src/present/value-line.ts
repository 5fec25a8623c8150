import type { Reader } from './date-words.js';
import type { Field } from './field.js';
import { mainUnitLabelOf } from './key-facts.js';
import { valueWords } from './value-words.js';

const LONGEST = 60;

/** Returns the value of a field in a line with others; nothing for a value that has no short form. */
export const valueLine = (field: Field, reader: Reader): string | undefined => {
  const words = valueWords(field, reader);
  switch (words.type) {
    case 'money':
    case 'number':
      return words.type === 'money' && words.hasCurrency ? words.text : `${mainUnitLabelOf(field)} ${words.text}`;
    case 'date':
      return words.text;
    case 'id':
      return words.exact;
    case 'email':
    case 'url':
      return words.before + words.strong + words.after;
    case 'text':
      return words.isLong && words.text.length > LONGEST ? `${words.text.slice(0, LONGEST)}…` : words.text;
    case 'yes':
      return field.label;
    default:
      return undefined;
  }
};
