import { randomFillSync } from 'node:crypto';

const BYTES = 20;
// Asking for many at once costs hardly more than asking for one.
const pool = Buffer.alloc(BYTES * 64);
let used = pool.length;

/** A random id that nobody can guess: 160 bits. */
export const newApprovalId = (): string => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const id = pool.toString('base64url', used, used + BYTES);
  // It authorizes nothing; it is kept no longer than it is needed all the same.
  pool.fill(0, used, (used += BYTES));
  return id;
};
