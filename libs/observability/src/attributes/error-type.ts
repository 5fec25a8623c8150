import { recordOf } from '#core';
import { ChatModelException } from 'toolgate/model';

/** Matches a name. A text with spaces is a message, and may contain personal data. */
const NAME = /^\S{1,100}$/;

/**
 * Returns the type of an error as one word of a small set: the kind of a model's failure, otherwise the name of the
 * error.
 */
export const errorTypeOf = (error: unknown): string => {
  if (error instanceof ChatModelException && error.kind !== 'other') return error.kind;
  // Not `instanceof Error`, because the reason of an abort may come from another realm.
  const name = recordOf(error)['name'];
  return typeof name === 'string' && NAME.test(name) ? name : '_OTHER';
};
