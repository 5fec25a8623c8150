import type { Class } from '#core';

/** How errors of tools are handled. */
export interface MessageExceptionOptions {
  /** Throws the exception, which fails the turn, instead of sending its message to the model. @default false */
  readonly throwOnError?: boolean;
  /** Error classes, with their subclasses, that fail the turn unchanged. They take precedence over `throwOnError`. */
  readonly rethrow?: readonly Class[];
  /** Further patterns of secrets in messages, besides those of `redactSecrets`: each match becomes `[redacted]`. */
  readonly redact?: readonly RegExp[];
  /**
   * Logs the messages of tool errors and the stacks of programming errors, without secrets. Both may contain arguments.
   * @default false
   */
  readonly logErrors?: boolean;
}
