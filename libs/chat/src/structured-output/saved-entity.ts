import { isList } from '#core';
import type { JsonObject } from 'toolgate/model';
import type { JsonReader, JsonSource } from 'toolgate/tool';
import type { EntityOptions } from '../contract/entity-options.js';
import type { SavedEntity } from '../contract/saved-request.js';

/**
 * Returns the stored form of an entity; undefined for a Standard Schema, whose checks and transforms are code that
 * cannot be stored.
 */
export const toSavedEntity = (
  source: JsonSource,
  { schema }: JsonReader<unknown>,
  { native, repeatAttempts, name, description, addsPart }: EntityOptions & { readonly addsPart: boolean },
): SavedEntity | undefined => {
  let item: unknown = source;
  while (isList(item)) [item] = item;
  if ('~standard' in (item as JsonObject)) return undefined;
  const options = { native, repeatAttempts, name, description };
  return {
    schema,
    options: Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
    ...(addsPart && { addsPart }),
  };
};
