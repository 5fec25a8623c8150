/** The filter of the approvals that the header counts. */
export const WAITING = { status: 'PENDING' } as const;
