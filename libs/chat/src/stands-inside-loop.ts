import { type Advisor, type AdvisorChain, ToolAdvisor } from './advisor.js';

/** Whether an advisor stands behind the one that answers tool calls. */
export const standsInsideLoop = (advisor: Advisor, { advisors }: AdvisorChain): boolean => {
  const loop = advisors.findIndex((other) => other instanceof ToolAdvisor);
  return loop >= 0 && loop < advisors.indexOf(advisor);
};
