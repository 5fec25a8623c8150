/** How large a JSON text may be. */
export interface JsonLimits {
  /** Bytes of the text in UTF-8. */
  readonly maxBytes: number;
  /** Values in it: objects, lists, strings, numbers, truth values and nulls. */
  readonly maxNodes: number;
  /** Objects and lists inside each other. */
  readonly maxDepth: number;
}
