import type { StreamPart } from 'toolgate/model';

/** Whether a part reports that its turn waits for a person. */
export const isOfSuspension = ({ type }: StreamPart): boolean =>
  type === 'tool-approval-request' || type === 'suspended';
