import type { JsonObject, JsonSchema } from 'toolgate/model';
import type { JsonReader, JsonSource } from 'toolgate/tool';
import type { EntityOptions } from './entity-options.js';

/** An entity that a turn is asked for, as it is stored while the turn waits. Plain JSON. */
export interface KeptEntity {
  /** What the answer must fit; a class is known by it to whoever does not name the class again. */
  readonly schema: JsonSchema;
  readonly options: EntityOptions;
}

/** An entity as it can be stored; undefined for a Standard Schema, whose checks and transforms are code without a name. */
export const keptEntity = (
  source: JsonSource,
  { schema }: JsonReader<unknown>,
  { native, repeatAttempts, name, description }: EntityOptions,
): KeptEntity | undefined => {
  let item: unknown = source;
  while (Array.isArray(item)) [item] = item as readonly unknown[];
  if ('~standard' in (item as JsonObject)) return undefined;
  const options = { native, repeatAttempts, name, description };
  return {
    schema,
    options: Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
  };
};
