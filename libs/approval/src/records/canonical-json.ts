import { hash } from 'node:crypto';
import serialize from 'canonicalize';
import type { JsonValue } from 'toolgate/model';

// The types of the package describe another module format than the one it publishes.
const canonicalize = serialize as unknown as (value: unknown) => string | undefined;

/** Returns a value in the canonical form of RFC 8785: equal JSON gives the same text, in any order of its keys. */
export const canonicalJson = (value: JsonValue): string => canonicalize(value) ?? 'null';

/** Returns the SHA-256 hash of a JSON value's canonical form, in base64url. */
export const hashOf = (value: unknown): string => hash('sha256', canonicalJson(value as JsonValue), 'base64url');
