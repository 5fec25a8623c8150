import { describeError } from '#core';
import { LineLogger } from 'toolgate/model';
import { ApprovalDecisionException } from '../errors/approval.errors.js';
import { markDamage } from '../records/argument-damage.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { ApproverDirectory, EligibleApprover } from '../requester/approver.directory.js';
import { rolesProblem } from '../requester/approver-problem.js';
import type { PresentApprover, PresentRoles } from '../requester/present-approver.js';
import type { Approver } from '../requester/requester.js';
import { approverGroupsOf } from '../requirement/approval-requirement.js';
import { isEligible } from '../transitions/eligibility.js';
import { UnaskedVotersException } from '../transitions/votes-that-count.js';
import { withinTime } from '../strategy/within-time.js';

/** Who may decide an approval now. */
export interface Eligibility {
  /** Whether the viewer may decide it. */
  readonly canDecide: boolean;
  /** The people who could decide it; none without a directory. */
  readonly eligible: readonly EligibleApprover[];
}

const logger = new LineLogger('Toolgate');

/** Asks the directory of approvers, if the application provides one, what people may do now. */
export class ApproverChecks {
  constructor(
    private readonly directory: () => ApproverDirectory | undefined,
    /** How long the directory may take, in milliseconds. */
    private readonly timeoutMs: number,
  ) {}

  /** Returns an approver with the present roles; unchanged without a directory. */
  async present(approval: StoredApproval, by: Approver): Promise<PresentApprover> {
    const directory = this.directory();
    if (!directory) return by;
    // The requester's answer needs no roles. If voting opens before the decision is saved, unconfirmed roles must not count.
    if (approval.answeredBy === 'requester') return withRoles(by, undefined);
    return withRoles(by, await this.rolesOf(directory, approval, by.id));
  }

  /**
   * Runs a decision. If it meets the requirement, the directory is asked about the earlier voters, and the decision runs
   * again with their present roles.
   */
  async withVoters<T>(approval: StoredApproval, decide: (voters: PresentRoles | undefined) => Promise<T>): Promise<T> {
    const directory = this.directory();
    if (!directory) return decide(undefined);
    const voters = new Map<string, readonly string[] | undefined>();
    // Another vote may arrive while the directory answers. Each round knows more voters.
    for (;;) {
      try {
        return await decide(voters);
      } catch (error) {
        if (!(error instanceof UnaskedVotersException)) throw error;
        const asked = error.voters.map(async (id) => [id, await this.rolesOf(directory, approval, id)] as const);
        for (const [id, roles] of await Promise.all(asked)) voters.set(id, roles);
      }
    }
  }

  /** Returns the people who could decide an approval now; none without a directory, or if it is decided. */
  async eligible(approval: StoredApproval): Promise<readonly EligibleApprover[]> {
    const directory = this.directory();
    const { requester, answeredBy, status } = approval;
    if (!directory || status !== 'PENDING') return [];
    if (answeredBy === 'requester') return [{ id: requester.id }];
    return this.ask(approval, () => peopleWhoCouldDecide(directory, approval));
  }

  /** Returns who may decide an approval now, by the present roles. A directory that fails is logged once. */
  async eligibility(approval: StoredApproval, by: Approver): Promise<Eligibility> {
    const directory = this.directory();
    const { answeredBy, status, tenant } = approval;
    if (status !== 'PENDING') return { canDecide: false, eligible: [] };
    const isSound = markDamage(approval).damaged === undefined;
    if (!directory || answeredBy === 'requester') {
      return { canDecide: isSound && isEligible(approval, by), eligible: await this.eligible(approval) };
    }
    const [roles, eligible] = await this.ask(approval, () =>
      Promise.all([currentRoles(directory, by.id, tenant), peopleWhoCouldDecide(directory, approval)]),
    );
    return { canDecide: isSound && isEligible(approval, withRoles(by, roles)), eligible };
  }

  private rolesOf(
    directory: ApproverDirectory,
    approval: StoredApproval,
    id: string,
  ): Promise<readonly string[] | undefined> {
    return this.ask(approval, () => currentRoles(directory, id, approval.tenant));
  }

  private async ask<T>({ id, run }: StoredApproval, act: () => Promise<T>): Promise<T> {
    try {
      return await withinTime(act(), this.timeoutMs, undefined, 'it did not answer');
    } catch (error) {
      logger.warn(`The ApproverDirectory failed for the approval ${id} of the run ${run}: ${describeError(error)}`);
      const exception = new ApprovalDecisionException(
        'unavailable',
        id,
        undefined,
        'The approver directory did not answer, and nothing was changed. Send the decision again with the same decisionId.',
      );
      exception.cause = error;
      throw exception;
    }
  }
}

const withRoles = (by: Approver, roles: readonly string[] | undefined): PresentApprover => ({
  ...by,
  roles: roles ?? [],
  isGone: roles === undefined,
});

const currentRoles = async (
  directory: ApproverDirectory,
  id: string,
  tenant: string,
): Promise<readonly string[] | undefined> => readRoles(await directory.current(id, tenant));

const peopleWhoCouldDecide = async (
  directory: ApproverDirectory,
  { requirement, requester, tenant }: StoredApproval,
): Promise<readonly EligibleApprover[]> => {
  const groups = approverGroupsOf(requirement);
  const asked = groups.length === 0 ? [{}] : groups;
  const found = await Promise.all(asked.map((group) => directory.eligible(group, tenant)));
  const people = new Map(
    found
      .flat()
      .map(readEligible)
      .map((person) => [person.id, person]),
  );
  if (requirement.fourEyes) people.delete(requester.id);
  return [...people.values()];
};

const readRoles = (current: unknown): readonly string[] | undefined => {
  if (current === undefined) return undefined;
  const { roles }: { readonly roles?: unknown } = Object(current);
  const problem = roles === undefined ? '"roles" is missing' : rolesProblem(roles);
  if (problem) throw new TypeError(`current() returned no valid approver: ${problem}. Return { roles } or undefined.`);
  return [...(roles as readonly string[])];
};

const readEligible = (person: unknown): EligibleApprover => {
  const { id, name }: { readonly id?: unknown; readonly name?: unknown } = Object(person);
  if (typeof id !== 'string' || id === '')
    throw new TypeError('eligible() returned a person without an id. Return { id, name? } for each person.');
  return typeof name === 'string' ? { id, name } : { id };
};
