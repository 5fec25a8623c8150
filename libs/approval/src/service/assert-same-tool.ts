import { prepareInput, type SavedCall, type ToolCallbackResolver } from 'toolgate/tool';
import { freezeJson } from '#core';
import { toJson } from 'toolgate/model';
import { describeIssues } from '#tool';
import { ApprovalDecisionException } from '../errors/approval.errors.js';
import { definitionHashOf } from '../records/definition-hash.js';
import type { StoredApproval } from '../records/stored-approval.js';
import { questionAgain } from '../runs/question-again.js';
import type { ApprovalTimes } from '../runs/run-times.js';
import { changeRun } from '../runs/store-calls.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { applyToolChange, type CheckedChange } from '../transitions/ask-again.js';
import { meetDecision } from '../transitions/decide-approval.js';
import type { Decision } from '../transitions/decision.js';
import { type AskPolicy, countsOf, type EditQuestion, waitingCall } from './check-edit.js';
import { changedParts } from '../records/changed-parts.js';

/** What a vote is checked with. */
export interface VoteParts {
  readonly store: ApprovalStore;
  readonly times: ApprovalTimes;
  readonly tools: ToolCallbackResolver;
  readonly ask: AskPolicy;
}

/**
 * Requests approval again for a call that a person is about to approve, if this process has another definition of its
 * tool. In this case, throws `ApprovalDecisionException` (`conflict`). A rejection counts even if the tool has changed.
 */
export const assertSameTool = async (approval: StoredApproval, decision: Decision, parts: VoteParts): Promise<void> => {
  if (decision.command.decision !== 'approve') return;
  const present = presentTool(approval, parts);
  if (!present) return;
  const { store, times, ask } = parts;
  const { id, run, round, tool: name } = approval;
  const { met, now } = await changeRun(store, run, times, (draft) => ({
    met: meetDecision(draft, id, decision),
    now: draft.now,
  }));
  if (met.type !== 'open' || isNewlyAsked(met.approval, now, parts)) return;
  const checkpoint = await store.checkpoint(run);
  if (checkpoint?.loop.round !== round) return;
  const question = { ...present, approval: met.approval, checkpoint, expiresInMs: times.expiresInMs };
  const change = await checkToolChange(question, ask, store);
  const changed = await changeRun(store, run, times, (draft) => applyToolChange(draft, id, change));
  // Another process has changed the approval since, and the decision is checked against the changed approval.
  if (!changed) return;
  const tool = `The tool ${JSON.stringify(name)} has changed since approval was requested`;
  const detail =
    changed.status === 'PENDING'
      ? `${tool}, so approval is requested again as revision ${changed.revision}. Read the approval again, and decide on that revision.`
      : `${tool}, and the call cannot run with its arguments any more. No decision is needed.`;
  throw new ApprovalDecisionException('conflict', id, changed, detail);
};

// During a rolling deploy, the definition of this process may be the earlier one.
const isNewlyAsked = (
  { toolChanges, createdAt }: StoredApproval,
  now: number,
  { store, times: { toolChangeGraceMs = 0 } }: VoteParts,
): boolean => store.isShared?.() === true && now < (toolChanges?.at(-1)?.at ?? createdAt) + toolChangeGraceMs;

// A process whose definition was replaced does not request approval again: its approver decides on the record as it is.
const presentTool = (
  approval: StoredApproval,
  { store, times, tools }: VoteParts,
): Pick<ChangedQuestion, 'tool' | 'again'> | undefined => {
  const { tool: name, external, status, definitionHash, question, toolChanges = [] } = approval;
  // Another system runs an external call, whatever tools this application has.
  const tool = external ? undefined : tools.resolve(name);
  // The requester's question is asked only when the run resumes.
  if (!tool || status !== 'PENDING' || question || tool.question || tool.clientAnswer) return undefined;
  const hash = definitionHashOf({ callback: tool });
  const isReplaced = store.isShared?.() && toolChanges.some((change) => change.definitionHash === hash);
  const again = questionAgain(approval, times);
  return hash !== definitionHash && !isReplaced && again ? { tool, again } : undefined;
};

/** A pending approval whose tool has changed, and the question that remains if the strategy has none of its own. */
interface ChangedQuestion extends Omit<EditQuestion, 'input' | 'limits'> {
  readonly again: NonNullable<SavedCall['again']>;
}

/** Checks a pending call against the present definition of its tool: by the schema, and by the strategy. */
const checkToolChange = async (
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
