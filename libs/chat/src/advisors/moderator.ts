import type { ChatClientRequest } from '../chat-client-request.js';

/** What a moderator is told beside the text. */
export interface ModerationContext {
  /** What the text is of. */
  readonly subject: 'prompt' | 'answer';
  /** The request that is asked, or was answered; `request.turn.context.signal` fires when the caller leaves. */
  readonly request: ChatClientRequest;
}

/** What a moderator says of a text. */
export type ModerationVerdict =
  | { readonly type: 'allow' }
  /** `failureText` is the answer, in place of the advisor's own. */
  | { readonly type: 'block'; readonly failureText?: string };

/** Says whether a text may pass a `SafeGuardAdvisor`: a service for moderation, or rules of the application. */
export abstract class Moderator {
  /** `true` lets the text pass. What it throws fails the turn. */
  abstract moderate(
    text: string,
    context: ModerationContext,
  ): boolean | ModerationVerdict | Promise<boolean | ModerationVerdict>;
}
