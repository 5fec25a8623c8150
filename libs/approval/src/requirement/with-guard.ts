import type { ApprovalRequirement } from './approval-requirement.js';
import { mergeRequirements } from './merge-requirements.js';

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
