import type { JsonObject } from './json.js';

/** How one tool call ended, for programs; the text for the model stands beside it. */
export type ToolCallOutcome =
  | { readonly type: 'success' }
  | { readonly type: 'error'; readonly kind: ToolCallErrorKind }
  | {
      readonly type: 'denied';
      /** What kept it from running: a strategy or a person, the time, or what changed since it was approved. */
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
  /** A person answered in the tool's place; the tool did not run. */
  | { readonly type: 'responded' }
  /** The turn ended while the tool was running: whether it had its effect is not known. */
  | { readonly type: 'unknown' }
  /** The turn ended before the tool was started: it has had no effect. */
  | { readonly type: 'not-started' };

/** Why a call has no result. For `unserialisable-result` the tool ran. */
export type ToolCallErrorKind =
  'unknown-tool' | 'malformed-arguments' | 'invalid-arguments' | 'execution' | 'timeout' | 'unserialisable-result';
