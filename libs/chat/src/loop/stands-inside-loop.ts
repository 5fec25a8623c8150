import { type Advisor, type AdvisorChain, ToolAdvisor } from '../contract/advisor.js';

/** Returns whether an advisor runs inside the tool loop. */
export const standsInsideLoop = (advisor: Advisor, { advisors }: AdvisorChain): boolean => {
  const loop = advisors.findIndex((other) => other instanceof ToolAdvisor);
  return loop >= 0 && loop < advisors.indexOf(advisor);
};
