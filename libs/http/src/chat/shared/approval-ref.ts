/** An approval as a client was shown it: a decision on another revision or on other arguments is refused. */
export interface ShownApproval {
  readonly approvalId: string;
  readonly revision: number;
  readonly argsHash: string;
}

const SHOWN = /^([\w-]{1,200})\.(\d{1,9})\.([\w-]{1,200})$/;

/**
 * Returns an approval, its revision and the hash of its arguments as one string, for protocols whose clients return one
 * id: `<approval>.<revision>.<hash>`.
 */
export const approvalRef = ({ approvalId, revision, argsHash }: ShownApproval): string =>
  `${approvalId}.${revision}.${argsHash}`;

/** Reads a string that `approvalRef` returned; undefined for any other. The string authorizes nothing. */
export const readApprovalRef = (text: string): ShownApproval | undefined => {
  const [, approvalId, revision, argsHash] = SHOWN.exec(text) ?? [];
  if (approvalId === undefined || argsHash === undefined) return undefined;
  return { approvalId, revision: Number(revision), argsHash };
};
