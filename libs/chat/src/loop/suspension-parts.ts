import type { StreamPart } from 'toolgate/model';
import type { PendingApproval, SuspendedRun } from 'toolgate/tool';
import type { SuspendedTurn } from '../contract/turn-persistence.js';

/** Returns the stream parts that report a suspension: its approvals and its batch. */
export const partsOfSuspension = ({ runId, approvals, batch, round }: SuspendedTurn): readonly StreamPart[] => [
  ...approvals.map((approval) => ({ ...requestPartOf(approval), runId, round })),
  { type: 'suspended', runId, batch, round },
];

/** Returns a suspended turn for its caller, without the batch and its results, which only the stream reports. */
export const suspendedRunOf = (turn: SuspendedTurn): SuspendedRun => {
  const { round: _, batch: __, results: ___, ...run } = turn;
  return run;
};

const requestPartOf = ({ id, ...rest }: PendingApproval) =>
  ({ type: 'tool-approval-request', approvalId: id, ...rest }) as const;
