/** Writes an amount as people read it. */
export const euros = (amount: number): string => `€${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;
