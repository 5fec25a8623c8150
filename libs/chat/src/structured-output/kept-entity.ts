import type { JsonObject, JsonSchema } from 'toolgate/model';
import type { JsonReader, JsonSource } from 'toolgate/tool';
import type { EntityOptions } from './entity-options.js';

/** The entity of a turn in its stored form, while the turn waits. Plain JSON. */
export interface KeptEntity {
  /**
   * The schema of the answer. A resumed run reads the entity by this schema unless its reader passes the source again.
   */
  readonly schema: JsonSchema;
  readonly options: EntityOptions;
}

/**
 * Returns the stored form of an entity; undefined for a Standard Schema, whose checks and transforms are code that
 * cannot be stored.
 */
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
