import { isObject } from '#core';
import { ToolException } from 'toolgate/tool';
import { LONGEST_MS, MOST_DECISIONS, PERSON_LENGTH } from '../approval.constants.js';
import { lostName, type NamesOf, unknownName } from '../validation/known-names.js';
import { type ApprovalRequirement, type ApproverRequirement, approverGroupsOf } from './approval-requirement.js';

/** Returns why a requirement is invalid or cannot be met, in half a sentence; undefined if it is valid. */
export const requirementProblem = (requirement: ApprovalRequirement | undefined | null): string | undefined => {
  if (requirement === undefined) return undefined;
  if (!isObject(requirement)) return 'its requirement is not an object';
  if (Object.hasOwn(requirement, 'noStanding')) return NO_STANDING;
  const unknown = unknownName(requirement, NAMES);
  if (unknown) return `in its requirement ${unknown}`;
  const lost = lostName(requirement, NAMES);
  if (lost) return `in its requirement "${lost}" ${NOT_OWN}`;
  const wrong = Object.entries(rules).find(([key, { fits }]) => {
    const value: unknown = requirement[key];
    return value !== undefined && !fits(value);
  });
  return wrong ? `${wrong[0]} of its requirement must be ${wrong[1].hint}` : quorumProblem(requirement);
};

// An approval that can store no more decisions could only be rejected.
const quorumProblem = (requirement: ApprovalRequirement): string | undefined => {
  const demanded = approverGroupsOf(requirement).reduce((sum, { quorum = 1 }) => sum + quorum, 0);
  if (demanded <= MOST_DECISIONS) return undefined;
  return `approvers of its requirement require ${demanded} approvals, and an approval stores ${MOST_DECISIONS} decisions. Require at most ${MOST_DECISIONS}`;
};

const NO_STANDING =
  'in its requirement "noStanding" is not supported, because there are no standing approvals. Remove it';

const NOT_OWN = 'is not an enumerable property of its own, so it would not be saved. Pass a plain object';

/** Throws `ToolException` for an invalid requirement, when a strategy is created. */
export const assertRequirement = (owner: string, requirement: ApprovalRequirement | undefined): void => {
  const problem = requirementProblem(requirement);
  if (problem) throw new ToolException(`${owner} cannot be created: ${problem}.`);
};

interface Rule {
  readonly fits: (value: unknown) => boolean;
  readonly hint: string;
}

const isBoolean = (value: unknown): boolean => typeof value === 'boolean';

// An empty list would mean everyone, and may result from names that could not be read.
const areNames = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.length > 0 && value.every(isName));

const isName = (name: unknown): boolean => typeof name === 'string' && name !== '' && name.length <= PERSON_LENGTH;

const isGroup = (value: unknown): boolean => {
  // A group without the names that it states would be everyone.
  if (!isObject(value) || unknownName(value, GROUP_NAMES) || lostName(value, GROUP_NAMES)) return false;
  const { roles, users, quorum = 1 }: ApproverRequirement = value;
  const most = users && !roles ? new Set(users).size : Infinity;
  return areNames(roles) && areNames(users) && Number.isInteger(quorum) && quorum > 0 && quorum <= most;
};

const GROUP_NAMES: NamesOf<ApproverRequirement> = { roles: true, users: true, quorum: true };

const flag: Rule = { fits: isBoolean, hint: 'true or false' };

const rules: Readonly<Record<keyof ApprovalRequirement, Rule>> = {
  message: { fits: (value) => typeof value === 'string', hint: 'a string' },
  expiresInMs: {
    fits: (value) => typeof value === 'number' && value > 0 && value <= LONGEST_MS,
    hint: 'milliseconds above 0, at most a hundred years',
  },
  approvers: {
    fits: (value) => (Array.isArray(value) ? value.length > 0 && value.every(isGroup) : isGroup(value)),
    hint: `roles, users and a quorum only: lists of names with 1 to ${PERSON_LENGTH} characters, and a quorum of at most the number of users`,
  },
  fourEyes: flag,
  allowEdit: flag,
  onTimeout: { fits: (value) => value === 'reject' || value === 'cancel', hint: "'reject' or 'cancel'" },
};

const NAMES: NamesOf<ApprovalRequirement> = {
  message: true,
  expiresInMs: true,
  approvers: true,
  fourEyes: true,
  allowEdit: true,
  onTimeout: true,
};
