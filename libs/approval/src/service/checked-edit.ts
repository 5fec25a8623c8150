import type { ArgumentLimits, ToolCallback } from 'toolgate/tool';
import { ApprovalDecisionException } from '../errors/approval.errors.js';
import { ExternalToolCallback } from '../external/external-tool.callback.js';
import type { StoredApproval } from '../records/stored-approval.js';
import { changeRun } from '../runs/store-calls.js';
import { meetDecision } from '../transitions/decide-approval.js';
import type { Decision } from '../transitions/decision.js';
import type { CheckedEdit } from '../transitions/edit-approval.js';
import { type AskPolicy, checkEdit } from './check-edit.js';
import type { VoteParts } from './assert-same-tool.js';

interface EditParts extends VoteParts {
  readonly limits?: ArgumentLimits;
}

/**
 * Checks the edit of a decision, if it has one: by the schema of the tool, and by the strategy. The strategy decides only
 * on an edit that would be accepted now. Throws `ApprovalDecisionException` if either rejects it.
 */
export const checkedEdit = async (
  { id, run }: StoredApproval,
  decision: Decision,
  parts: EditParts,
): Promise<CheckedEdit | undefined> => {
  const { editedArguments: input } = decision.command;
  if (!input) return undefined;
  const { store, times, ask, limits } = parts;
  const { type, approval } = await changeRun(store, run, times, (draft) => meetDecision(draft, id, decision));
  if (type !== 'open') return undefined;
  const tool = await toolOf(approval, parts);
  const checkpoint = await store.checkpoint(run);
  if (!tool || !checkpoint) {
    throw new ApprovalDecisionException(
      'bad-edit',
      id,
      approval,
      `This process has no tool "${approval.tool}". Register it, or decide in a process that has it.`,
    );
  }
  // The turn has moved on, and another call has this index now.
  if (checkpoint.loop.round !== approval.round) throw new ApprovalDecisionException('conflict', id, approval);
  const question = { approval, checkpoint, tool, input, expiresInMs: times.expiresInMs, limits };
  return checkEdit(question, approval.external ? ALLOWED : ask);
};

const toolOf = async (
  { external, tool, description, definitionHash }: StoredApproval,
  { store, tools }: EditParts,
): Promise<ToolCallback | undefined> => {
  if (!external) return tools.resolve(tool);
  const inputSchema = await store.toolSchema(definitionHash);
  return inputSchema && new ExternalToolCallback(tool, { description, inputSchema });
};

// The requirement of an external call was stated by the application, and no strategy decides it.
const ALLOWED: AskPolicy = async () => ({ type: 'run' });
