/** The size limits of a JSON text. */
export interface JsonLimits {
  /** The most bytes of the text in UTF-8. */
  readonly maxBytes: number;
  /** The most values: objects, lists, strings, numbers, booleans and nulls. */
  readonly maxNodes: number;
  /** The most nested objects and lists. */
  readonly maxDepth: number;
}
