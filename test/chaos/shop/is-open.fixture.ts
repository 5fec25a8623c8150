import type { Run } from 'toolgate/approval';

/** Whether anything is still to be done with a run. */
export const isOpen = ({ status, lease, closing, dueAt }: Run): boolean =>
  status === 'suspended' ||
  status === 'resuming' ||
  lease !== undefined ||
  closing !== undefined ||
  dueAt !== undefined;
