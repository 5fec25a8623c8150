import type { JsonObject } from '#core';

/** The outcome of one tool call, for programs. The text for the model is in the result. */
export type ToolCallOutcome =
  | { readonly type: 'success' }
  | { readonly type: 'error'; readonly kind: ToolCallErrorKind }
  | {
      readonly type: 'denied';
      /** Why the call did not run: a strategy or a person rejected it, it expired, or a change ended its approval. */
      readonly decision: 'reject' | 'expire' | 'cancel' | 'lapse' | 'revoke';
      readonly reason: string;
      /** The approval that a person rejected; absent if no person did. */
      readonly approvalId?: string;
      readonly metadata?: JsonObject;
    }
  | {
      readonly type: 'limit';
      readonly limit: 'calls-per-tool' | 'total-calls' | 'rounds' | 'repeated-call';
      readonly max: number;
    }
  /** A person answered in place of the tool, which did not run. */
  | { readonly type: 'responded' }
  /** The turn ended while the tool was running: the outcome is unknown. */
  | { readonly type: 'unknown' }
  /** The turn ended before the tool was started: it had no effect. */
  | { readonly type: 'not-started' };

/** The kind of error of a call. For `unserialisable-result` the tool ran. */
export type ToolCallErrorKind =
  | 'unknown-tool'
  | 'malformed-arguments'
  | 'invalid-arguments'
  | 'execution'
  | 'timeout'
  | 'unserialisable-result';
