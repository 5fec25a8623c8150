/** The status of rows that wait for a person, by table. One index contains these rows, another one all other rows. */
export const WAITING = { toolgate_approval_runs: 'suspended', toolgate_approvals: 'PENDING' } as const;
