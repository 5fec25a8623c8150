/** Any value JSON can carry. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object; an undefined property is an absent one. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = JsonObject;
