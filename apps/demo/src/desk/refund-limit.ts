/** The highest refund that runs without a person, in euros. */
export const REFUND_LIMIT = 50;
