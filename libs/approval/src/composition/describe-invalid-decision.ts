/** Returns the error text for an invalid decision: what the strategy returned, and what it must return. */
export const describeInvalidDecision = (strategy: string, returned: unknown): string =>
  `${strategy} returned ${describeReturned(returned)}. Return ToolApprovalDecision.approve(), reject(reason), ask() or abstain()`;

const describeReturned = (value: unknown): string => {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  return 'an object that is not a decision';
};
