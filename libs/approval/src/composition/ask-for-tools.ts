import type { ToolPattern } from 'toolgate/tool';
import { A_PERSON_DECIDES } from '../approval.constants.js';
import type { ApprovalRequirement } from '../requirement/approval-requirement.js';
import { ToolApprovalDecision } from '../strategy/tool-approval-decision.js';
import type { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import { ComposedStrategy } from './composed.strategy.js';
import { assertRequirement } from '../requirement/requirement-problem.js';
import { toolMatcher } from '../strategy/tool-matcher.js';

const NAME = 'askForTools';

/**
 * Requires a person's approval for the tools whose names match, and abstains on all others. The last argument may be a
 * requirement.
 */
export const askForTools = (
  ...demand: readonly ToolPattern[] | readonly [...globs: readonly ToolPattern[], requirement: ApprovalRequirement]
): ToolApprovalStrategy => {
  const last = demand.at(-1);
  const requirement = typeof last === 'object' && last !== null && !(last instanceof RegExp) ? last : undefined;
  assertRequirement(`${NAME}()`, requirement);
  const patterns = toolMatcher(`${NAME}()`, (requirement ? demand.slice(0, -1) : demand) as readonly ToolPattern[]);
  const question = Object.freeze(ToolApprovalDecision.ask(requirement));
  return new ComposedStrategy(
    NAME,
    (tool) => (patterns.matches(tool) ? question : ToolApprovalDecision.abstain()),
    (tool) => (patterns.matches(tool) ? A_PERSON_DECIDES : undefined),
    { patterns },
  );
};
