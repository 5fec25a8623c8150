import { hash } from 'node:crypto';
import type { JsonObject, MetadataFilter } from 'toolgate/model';

/** A tag that no document has. */
const NONE = 'none';

/** Returns a string of constant length for one value of the metadata, so that a database can index it. */
const tagOf = ([key, value]: readonly [string, unknown]): string => {
  const isScalar = value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
  // -0 equals 0, and both are the same text in JSON.
  return isScalar ? hash('sha256', JSON.stringify([key, value]), 'base64url') : NONE;
};

/** Returns the tags that a document must have to match a filter. */
export const tagsOfFilter = (filter: MetadataFilter): readonly string[] => Object.entries(filter).map(tagOf);

/** Returns the tags of a document, one for each value that a filter can name. */
export const tagsOfMetadata = (metadata: JsonObject = {}): readonly string[] =>
  Object.entries(metadata)
    .map(tagOf)
    .filter((tag) => tag !== NONE);
