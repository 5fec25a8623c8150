/** Any JSON value. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. An undefined property counts as absent. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = JsonObject;
