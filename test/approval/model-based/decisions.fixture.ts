import { ANY_TENANT, type ApprovalRequirement, type Approver } from 'toolgate/approval';
import type { PresentApprover, PresentRoles } from '../../../libs/approval/src/requester/present-approver.js';
import { decideApproval } from '../../../libs/approval/src/transitions/decide-approval.js';
import type { DecideApproval } from '../../../libs/approval/src/transitions/decision.js';
import { argsOf, hashOfArgs } from './batches.fixture.js';
import { type OracleDecision, type OracleQuestion, TICKS } from './oracle-records.fixture.js';
import { pickOf } from './pick-of.fixture.js';
import type { Step } from './steps.fixture.js';
import type { Action, Tried, World } from './world.fixture.js';

/** The people who decide. The first is the requester, the last is of another tenant, and one sees all tenants. */
export const PEOPLE: readonly Approver[] = [
  { id: 'ann' },
  { id: 'bob', tenant: 'default', roles: ['ops'] },
  { id: 'cid', tenant: ANY_TENANT, roles: ['ops', 'lead'] },
  { id: 'dan', roles: ['clerk'] },
  { id: 'eve', tenant: 'u', roles: ['ops', 'lead'] },
];

/** A decision as it was sent. */
export interface DecidedOnce {
  readonly question: OracleQuestion;
  readonly command: DecideApproval;
  readonly by: Approver;
  /** The roles that the directory of approvers returns for each person. */
  readonly present?: PresentRoles;
  /** The result of the checks of an edit before it was applied. */
  readonly checked?: { readonly revision: number; readonly asks?: ApprovalRequirement };
  /** Whether an answer was checked by the schema of its question. */
  readonly isChecked?: boolean;
}

/** A person decides. */
export const decideAction = (world: World, run: Tried, { pick, decision }: Extract<Step, { type: 'decide' }>) => {
  const { person, kind, stale, id, amount, asks, isOpen, present } = decision;
  const open = run.oracle.pending();
  const question = pickOf(isOpen && open.length > 0 ? open : run.oracle.questions, pick >> 1)!;
  const command: DecideApproval = {
    decisionId: id === undefined ? `new-${world.fresh++}` : `used-${id}`,
    decision: kind === 'edit' || kind === 'answer' ? 'approve' : kind,
    revision: question.revision - (stale === 'revision' ? 1 : 0),
    argsHash: hashOfArgs(stale === 'arguments' ? 'amount 8' : question.args),
    ...(kind === 'edit' && { editedArguments: { amount } }),
    ...(kind === 'answer' && { answer: { size: amount } }),
    ...(kind === 'reject' && { reason: 'too much' }),
    ...(kind === 'respond' && { response: { refunded: amount } }),
  };
  const checked = { revision: question.revision - (stale === 'check' ? 1 : 0), ...(asks && { asks }) };
  const decided = {
    question,
    command,
    by: PEOPLE[person % PEOPLE.length]!,
    ...(kind === 'edit' && { checked }),
    ...(kind === 'answer' && { isChecked: stale !== 'check' }),
    ...(present && { present: new Map(PEOPLE.map(({ id: who }, place) => [who, present[place] ?? undefined])) }),
  };
  run.decided.push(decided);
  return deciding(run, decided);
};

/** A person sends the same decision again, or another one with the same id. */
export const decideAgainAction = (run: Tried, { pick, changed }: Extract<Step, { type: 'decide-again' }>) => {
  const decided = pickOf(run.decided, pick >> 1);
  if (!decided) return undefined;
  if (!changed) return deciding(run, decided);
  const { command, by } = decided;
  return deciding(
    run,
    pick % 2 === 0
      ? { ...decided, command: { ...command, reason: 'on second thoughts' } }
      : { ...decided, by: PEOPLE[(PEOPLE.indexOf(by) + 1) % 4]! },
  );
};

const deciding = (
  run: Tried,
  { question, command, by: asked, checked, isChecked = false, present }: DecidedOnce,
): Action => {
  const roles = present?.get(asked.id);
  const by: PresentApprover = present ? { ...asked, roles: roles ?? [], isGone: roles === undefined } : asked;
  const { id } = run.state.approvals.find(({ round, index }) => round === question.round && index === question.index)!;
  const { editedArguments, answer } = command;
  const edited = editedArguments && argsOf(editedArguments.amount as number);
  const decision: OracleDecision = {
    by,
    present,
    id: command.decisionId,
    text: JSON.stringify([command, by.id]),
    kind: command.decision,
    revision: command.revision,
    args: argsFor(command.argsHash),
    ...(answer !== undefined && { answer: { amount: (answer as { size: number }).size, isChecked } }),
    ...(edited !== undefined && { edited: { args: edited, ...checked! } }),
  };
  const edit = editedArguments && {
    revision: checked!.revision,
    input: editedArguments,
    argsHash: hashOfArgs(edited!),
    expiresInMs: TICKS.expiry,
    ...(checked!.asks && { question: { type: 'ask', requirement: checked!.asks } as const }),
  };
  return {
    run,
    real: (draft) =>
      void decideApproval(draft, id, {
        command,
        by,
        voters: present,
        ...(edit && { edit }),
        ...(isChecked && { answer }),
      }),
    model: (oracle) => oracle.decide(question, decision),
  };
};

const KNOWN = new Map(Array.from({ length: 10 }, (_, amount) => [hashOfArgs(argsOf(amount)), argsOf(amount)]));

const argsFor = (hash: string): string => KNOWN.get(hash) ?? 'others';
