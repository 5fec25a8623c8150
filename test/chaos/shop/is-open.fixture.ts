import type { StoredRun } from 'toolgate/approval';

/** Whether anything is still to be done with a run. */
export const isOpen = ({
  status,
  lease,
  closing,
  dueAt,
}: Pick<StoredRun, 'status' | 'closing'> & { readonly lease?: unknown; readonly dueAt?: unknown }): boolean =>
  status === 'suspended' ||
  status === 'resuming' ||
  lease !== undefined ||
  closing !== undefined ||
  dueAt !== undefined;
