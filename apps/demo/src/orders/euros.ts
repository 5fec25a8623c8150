/** Formats an amount for people. */
export const euros = (amount: number): string => `€${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;
