import type { JsonObject } from './json.js';

/** How one tool call ended, for programs; the text for the model stands beside it. */
export type ToolCallOutcome =
  | { readonly type: 'success' }
  | { readonly type: 'error'; readonly kind: ToolCallErrorKind }
  | {
      readonly type: 'denied';
      readonly decision: 'reject';
      readonly reason: string;
      readonly metadata?: JsonObject;
    }
  | {
      readonly type: 'limit';
      readonly limit: 'calls-per-tool' | 'total-calls' | 'rounds';
      readonly max: number;
    };

/** Why a call has no result: the tool failed, took too long, gave what JSON cannot carry, or was never reached. */
export type ToolCallErrorKind =
  'unknown-tool' | 'malformed-arguments' | 'invalid-arguments' | 'execution' | 'timeout' | 'unserialisable-result';
