/** The highest refund that needs no person, in euros. */
export const REFUND_LIMIT = 50;
