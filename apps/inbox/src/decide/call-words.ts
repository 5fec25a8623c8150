import type { ListedApprovalBody } from 'toolgate/http/client';
import { serverNow } from '../data/server-clock.js';
import { labelOf } from '../present/field-labels.js';
import { fieldsOf } from '../present/fields.js';
import { keyFactsOf } from '../present/key-facts.js';
import { valueWords } from '../present/value-words.js';

/** Names a call by its tool and its amount: "Transfer money, €12,480.50". */
export const callWords = ({ toolName, arguments: args }: ListedApprovalBody, locale: string): string => {
  const { money } = keyFactsOf(args ? fieldsOf(undefined, args) : []);
  const words = money && valueWords(money, { locale, now: serverNow() });
  return words?.type === 'money' && words.hasCurrency ? `${labelOf(toolName)}, ${words.text}` : labelOf(toolName);
};
