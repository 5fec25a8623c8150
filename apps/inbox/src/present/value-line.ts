import type { Reader } from './date-words.js';
import type { Field } from './field.js';
import { mainUnitLabelOf } from './key-facts.js';
import { startOf } from './start-of.js';
import { valueWords } from './value-words.js';

const LONGEST = 60;

/** Returns the value of a field in a line with others; nothing for a value that has no short form. */
export const valueLine = (field: Field, reader: Reader): string | undefined => {
  const words = valueWords(field, reader);
  switch (words.type) {
    case 'money':
    case 'number':
      return words.type === 'money' && words.hasCurrency
        ? withSpaces(words.text)
        : `${mainUnitLabelOf(field)} ${withSpaces(words.text)}`;
    case 'date':
      return withSpaces(words.text);
    case 'id':
      return words.groups.join(' ');
    case 'email':
    case 'url':
      return words.before + words.strong + words.after;
    case 'text':
      return words.isLong && words.text.length > LONGEST ? `${startOf(words.text, LONGEST)}…` : words.text;
    case 'yes':
      return field.label;
    default:
      return undefined;
  }
};

/** A page marks spaces that are not plain, because a text of the model may hide something in them. These are our own. */
const withSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
