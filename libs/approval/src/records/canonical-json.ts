import { createHash } from 'node:crypto';
import serialize from 'canonicalize';
import type { JsonValue } from 'toolgate/model';

// Typed as a module of its own kind, and published as another.
const canonicalize = serialize as unknown as (value: unknown) => string | undefined;

/** A value as RFC 8785 writes it: the same text for the same JSON, however its keys were ordered. */
export const canonicalJson = (value: JsonValue): string => canonicalize(value) ?? 'null';

/** Names a JSON value by its content: SHA-256 of its canonical form, in base64url. */
export const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(canonicalJson(value as JsonValue))
    .digest('base64url');
