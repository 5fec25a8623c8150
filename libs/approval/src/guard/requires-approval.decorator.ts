import { frozenCopy } from '#core';
import { guardMethod } from '#tool';
import type { ApprovalRequirement } from '../requirement/approval-requirement.js';
import { assertRequirement } from '../requirement/requirement-problem.js';

const NAME = '@RequiresApproval()';

/**
 * Requires approval for each call of a method: `@RequiresApproval({ approvers: { roles: ['finance'] } })`. It guards an
 * async method of a singleton provider, whose parameters are declared like those of `@Tool()`. Without a strategy, or
 * if the strategy abstains, a person decides. A call that waits throws `ToolApprovalPendingException`, and the method
 * runs once after the decision. No model may call the method, unless it has `@Tool()` too.
 * @throws ToolException if the requirement is invalid
 */
export const RequiresApproval = (requirement: ApprovalRequirement = {}): MethodDecorator => {
  assertRequirement(NAME, requirement);
  return guardMethod(NAME, frozenCopy(requirement));
};
