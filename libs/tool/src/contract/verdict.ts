import type { JsonObject, RequesterQuestion } from 'toolgate/model';

/** The gate's verdict on one call. */
export type Verdict =
  /** `permitsGuarded`: the gate has decided the call as its guard requires. Without it the body of a guarded method does not begin. */
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

/** The question a person must answer before a call has a result: whether the call may run, or the requester's own answer. */
export type CallQuestion = Extract<Verdict, { type: 'ask' }> & {
  readonly answeredBy?: 'requester';
  /** The question of the tool to its requester. */
  readonly asks?: RequesterQuestion;
};
