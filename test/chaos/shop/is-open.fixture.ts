import type { StoredRun } from 'toolgate/approval';

/** Whether a run still needs work. */
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
