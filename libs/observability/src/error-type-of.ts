import { ChatModelException } from 'toolgate/model';

/** A name; what has spaces in it is a message, and may tell of somebody. */
const NAME = /^\S{1,100}$/;

/** What kind of error something is, in a word out of a few: the kind of a model's failure, else the error's name. */
export const errorTypeOf = (error: unknown): string => {
  if (error instanceof ChatModelException && error.kind !== 'other') return error.kind;
  // Not `instanceof Error`: what aborts may come from another realm.
  const name = (error as { readonly name?: unknown } | undefined | null)?.name;
  return typeof name === 'string' && NAME.test(name) ? name : '_OTHER';
};
