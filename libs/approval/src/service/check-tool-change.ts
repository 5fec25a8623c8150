import { freezeJson } from '#core';
import { toJson } from 'toolgate/model';
import { describeIssues } from '#tool';
import { prepareInput, type SavedCall } from 'toolgate/tool';
import { changedParts } from '../records/changed-parts.js';
import type { ApprovalStore } from '../store/approval.store.js';
import type { CheckedChange } from '../transitions/ask-again.js';
import { type AskPolicy, countsOf, type EditQuestion, waitingCall } from './check-edit.js';

/** A pending approval whose tool has changed, and the question that remains if the strategy has none of its own. */
export interface ChangedQuestion extends Omit<EditQuestion, 'input' | 'limits'> {
  readonly again: NonNullable<SavedCall['again']>;
}

/** Checks a pending call against the present definition of its tool: by the schema, and by the strategy. */
export const checkToolChange = async (
  changed: ChangedQuestion,
  ask: AskPolicy,
  store: ApprovalStore,
): Promise<CheckedChange> => {
  const { approval, tool, again, expiresInMs } = changed;
  const { index, revision, definitionHash, argsHash } = approval;
  const checked = { definitionHash, revision, expiresInMs };
  const prepared = await prepareInput(tool, approval.arguments);
  if (prepared.type === 'issues') {
    const text = describeIssues(approval.tool, prepared.issues);
    const outcome = { type: 'error', kind: 'invalid-arguments' } as const;
    return { ...checked, type: 'answer', result: { output: { type: 'text', text }, outcome } };
  }
  const call = {
    ...waitingCall(changed),
    input: freezeJson(toJson(prepared.input)),
    value: prepared.value,
    saved: { index, approved: true, input: approval.arguments, definitionHash, argsHash, again },
  };
  const verdict = await ask(call, { ...approval, counts: countsOf(changed), phase: 'edit' });
  if (verdict.type === 'ask') {
    const earlier = await store.toolSchema(definitionHash);
    return {
      ...checked,
      type: 'ask',
      call: { prepared: call, question: verdict, changed: changedParts(approval, earlier, tool) },
    };
  }
  const reason = verdict.type === 'reject' ? verdict.reason : 'the tool has changed since the request';
  const output = { type: 'text', text: `Tool execution was denied: ${reason}` } as const;
  return { ...checked, type: 'answer', result: { output, outcome: { type: 'denied', decision: 'revoke', reason } } };
};
