import { type ApprovalRequirement, type ApproverRequirement, approverGroupsOf } from './approval-requirement.js';

/** Merges requirements into one: an approval that satisfies it satisfies each of them. */
export const mergeRequirements = (all: readonly ApprovalRequirement[]): ApprovalRequirement => {
  const messages = new Set(all.flatMap(({ message }) => message ?? []));
  const expiries = all.flatMap(({ expiresInMs }) => expiresInMs ?? []);
  const groups = mergeGroups(all.flatMap(approverGroupsOf));
  const timeouts = all.flatMap(({ onTimeout }) => onTimeout ?? []);
  return {
    ...(messages.size > 0 && { message: [...messages].join('\n') }),
    ...(expiries.length > 0 && { expiresInMs: Math.min(...expiries) }),
    ...(groups.length > 0 && { approvers: groups.length === 1 ? groups[0] : groups }),
    ...(all.some(({ fourEyes }) => fourEyes) && { fourEyes: true }),
    ...(all.every(({ allowEdit }) => allowEdit) && { allowEdit: true }),
    // A canceled turn does nothing more; after a rejection the model may try something else.
    ...(timeouts.length > 0 && { onTimeout: timeouts.includes('cancel') ? 'cancel' : 'reject' }),
  };
};

/** Returns each group once, with the largest quorum that is required of it. */
const mergeGroups = (groups: readonly ApproverRequirement[]): readonly ApproverRequirement[] => {
  const merged = new Map<string, ApproverRequirement>();
  for (const group of groups) {
    const people = peopleOf(group);
    const known = merged.get(people) ?? group;
    merged.set(people, (group.quorum ?? 1) > (known.quorum ?? 1) ? { ...known, quorum: group.quorum } : known);
  }
  return [...merged.values()];
};

const peopleOf = ({ roles = [], users = [] }: ApproverRequirement): string =>
  JSON.stringify([roles, users].map((names) => [...new Set(names)].sort()));

/**
 * Merges the requirement of a guarded method with that of the strategy. Returns undefined if neither demands anything.
 */
export const withGuard = (
  guard: ApprovalRequirement | undefined,
  requirement: ApprovalRequirement | undefined,
): ApprovalRequirement | undefined => {
  // A guard without demands must not forbid what the strategy allows, such as edits.
  if (!guard || Object.keys(guard).length === 0) return requirement;
  return requirement ? mergeRequirements([guard, requirement]) : guard;
};
