import type { JsonObject, RequesterQuestion } from 'toolgate/model';

/** The gate's verdict on one call. */
export type Verdict =
  /**
   * `permitsGuarded`: whether the gate has applied the requirement of the method's `@RequiresApproval()`. Unless it is
   * true, the body of such a method does not run.
   */
  | { readonly type: 'run'; readonly permitsGuarded?: boolean }
  | { readonly type: 'reject'; readonly reason: string; readonly metadata?: JsonObject }
  | {
      readonly type: 'ask';
      readonly reason?: string;
      readonly metadata?: JsonObject;
      /** The requirement of the approval, for the store of suspended turns. */
      readonly requirement?: object;
      /** The strategies that led to the verdict. */
      readonly trace?: readonly object[];
    };

/** The question that a call waits for: an approver decides whether the call may run, or the requester answers. */
export type CallQuestion = Extract<Verdict, { type: 'ask' }> & {
  readonly answeredBy?: 'requester';
  /** The question of the tool to its requester. */
  readonly asks?: RequesterQuestion;
};
