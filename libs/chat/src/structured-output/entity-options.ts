/** How an entity is asked for. */
export interface EntityOptions {
  /** `true` has the provider hold the answer to the schema, `false` asks for it in words. @default as the model says */
  readonly native?: boolean;
  /** How often the model is asked again for an answer that does not fit. @default 3 */
  readonly repeatAttempts?: number;
  /** What the provider may call the schema: letters, digits, `_` and `-`. */
  readonly name?: string;
  /** What the answer is, for the model. */
  readonly description?: string;
}
