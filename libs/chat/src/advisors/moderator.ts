import type { ChatClientRequest } from '../contract/chat-client-request.js';

/** The context of a moderation. */
export interface ModerationContext {
  /** Whether the text is a prompt or an answer. */
  readonly subject: 'prompt' | 'answer';
  /** The request of the prompt or of the answer; `request.turn.context.signal` fires when the caller leaves. */
  readonly request: ChatClientRequest;
}

/** The decision of a moderator. */
export type ModerationVerdict =
  | { readonly type: 'allow' }
  /** `failureText` becomes the answer, in place of the advisor's own text. */
  | { readonly type: 'block'; readonly failureText?: string };

/** Decides whether a text may pass a `SafeGuardAdvisor`: a moderation service, or rules of the application. */
export abstract class Moderator {
  /** Returns `true` or `allow` if the text may pass. An error that it throws fails the turn. */
  abstract moderate(
    text: string,
    context: ModerationContext,
  ): boolean | ModerationVerdict | Promise<boolean | ModerationVerdict>;
}
