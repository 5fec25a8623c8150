/** The status of the rows that wait for a person, by table. An index of their own has them, and another one all others. */
export const WAITING = { toolgate_approval_runs: 'suspended', toolgate_approvals: 'PENDING' } as const;
