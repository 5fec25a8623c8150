/** What the header counts. */
export const WAITING = { status: 'PENDING' } as const;
