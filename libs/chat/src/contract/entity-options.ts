/** How an entity is requested. */
export interface EntityOptions {
  /**
   * `true` makes the provider enforce the schema; `false` describes the schema in the prompt. @default as the model
   * supports it
   */
  readonly native?: boolean;
  /** How often the model is called again for an answer that does not fit. @default 3 */
  readonly repeatAttempts?: number;
  /** A name of the schema for the provider: letters, digits, `_` and `-`. */
  readonly name?: string;
  /** A description of the answer for the model. */
  readonly description?: string;
}
