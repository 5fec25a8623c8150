import type { Reader } from './date-words.js';
import { isProse } from './field-kind.js';
import type { Field } from './field.js';
import { mainUnitLabelOf } from './key-facts.js';
import { listWords, shortWords } from './short-words.js';
import { valueWords } from './value-words.js';

/** Returns the value of a field in a line with others, shortened; nothing for a value that has no short form. */
export const valueLine = (field: Field, reader: Reader, shorten = shortWords): string | undefined => {
  const words = shorten(listWords(valueWords(field, reader)), isProse(String(field.path.at(-1))));
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
      return words.text;
    case 'yes':
      return field.label;
    default:
      return undefined;
  }
};

/** A page marks spaces that are not plain, because a text of the model may hide something in them. These are our own. */
const withSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
