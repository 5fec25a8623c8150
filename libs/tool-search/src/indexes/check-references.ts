import type { ToolReference } from '../contract/tool-index.js';
import { ToolSearchException } from '../contract/tool-search.errors.js';

/** Throws `ToolSearchException` if one of the tools cannot be indexed. */
export const checkReferences = (references: readonly ToolReference[]): void => {
  const wrong = references.findIndex((reference) => !isReference(reference));
  if (wrong < 0) return;
  throw new ToolSearchException(
    `references[${wrong}] is not a tool: it needs a name that is not empty, a description, and tags that are texts. Nothing was indexed. Correct it, and index the tools again.`,
  );
};

const isReference = (reference: Partial<ToolReference> | undefined): boolean =>
  isText(reference?.name) &&
  reference?.name !== '' &&
  isText(reference?.description) &&
  (reference?.tags === undefined || (Array.isArray(reference.tags) && reference.tags.every(isText)));

const isText = (value: unknown): boolean => typeof value === 'string';
