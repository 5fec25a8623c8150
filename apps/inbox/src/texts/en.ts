import { firstEn } from './first.en.js';
import { laterEn } from './later.en.js';

/** Every text of the inbox, in English. Its shape is that of all languages. */
export const en = { ...firstEn, ...laterEn };

/** Functions and texts in the shape of English. */
type Shape<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends (...args: never[]) => string
      ? T[Name]
      : Shape<T[Name]>;
};

export type Texts = Shape<typeof en>;
