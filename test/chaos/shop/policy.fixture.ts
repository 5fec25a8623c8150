import {
  type ApprovalPredicate,
  type ApprovalRequirement,
  type Approver,
  askForTools,
  denyTools,
  firstDecisive,
  type ToolApprovalStrategy,
  when,
} from 'toolgate/approval';

const GATED = ['pay', 'mail', 'charge', 'ship'];

/** From this amount on, the gate rejects every call of a gated tool. */
const FORBIDDEN_FROM = 500;
const LARGE_FROM = 100;
const BRIEF_FROM = 50;

const SMALL: ApprovalRequirement = { approvers: { roles: ['clerk', 'director'] }, allowEdit: true };
const BRIEF: ApprovalRequirement = { approvers: { roles: ['clerk'] }, allowEdit: true, expiresInMs: 1500 };
const LARGE: ApprovalRequirement = { approvers: { roles: ['director'], quorum: 2 }, fourEyes: true, allowEdit: true };

/** What the gate requires for a gated tool; undefined for an amount that it rejects. */
export const requirementOf = (amount: number): ApprovalRequirement | undefined => {
  if (amount >= FORBIDDEN_FROM) return undefined;
  if (amount >= LARGE_FROM) return LARGE;
  return amount >= BRIEF_FROM ? BRIEF : SMALL;
};

const isFrom =
  (least: number): ApprovalPredicate =>
  (_tool, { amount }) =>
    Number(amount) >= least;

/** The gate of the shop. */
export const shopStrategy = (): ToolApprovalStrategy =>
  firstDecisive(
    when(isFrom(FORBIDDEN_FROM), denyTools(...GATED)),
    when(isFrom(LARGE_FROM), askForTools(...GATED, LARGE)),
    when(isFrom(BRIEF_FROM), askForTools(...GATED, BRIEF)),
    askForTools(...GATED, SMALL),
  );

/** What the same gate requires, for the checks: a forbidden amount cannot be approved. */
export interface Demand {
  readonly roles: readonly string[];
  readonly quorum: number;
  readonly fourEyes: boolean;
}

/** What must hold before a call runs; undefined for a tool that needs no approval. */
export const demandOf = (tool: string, amount: number): Demand | undefined => {
  if (!GATED.includes(tool)) return undefined;
  if (amount >= FORBIDDEN_FROM) return { roles: [], quorum: 1, fourEyes: false };
  if (amount >= LARGE_FROM) return { roles: ['director'], quorum: 2, fourEyes: true };
  return { roles: amount >= BRIEF_FROM ? ['clerk'] : ['clerk', 'director'], quorum: 1, fourEyes: false };
};

/** Whether a person may vote under a requirement. */
export const mayVote = ({ roles, fourEyes }: Demand, { id, roles: has = [] }: Approver, requester: string): boolean =>
  (!fourEyes || id !== requester) && roles.some((role) => has.includes(role));
