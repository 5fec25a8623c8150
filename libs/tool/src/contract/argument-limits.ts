/** The size limits of one call's arguments. Larger arguments are never parsed: the call receives an error result. */
export interface ArgumentLimits {
  /** The most bytes of the JSON text; `Infinity` removes the limit. @default 1,000,000 */
  readonly maxBytes?: number;
  /** The most values: objects, lists, strings, numbers, booleans and nulls; `Infinity` removes the limit. @default 10,000 */
  readonly maxNodes?: number;
  /** The most nested objects and lists, up to 1,000. @default 100 */
  readonly maxDepth?: number;
}
