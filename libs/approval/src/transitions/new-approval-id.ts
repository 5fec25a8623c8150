import { randomFillSync } from 'node:crypto';

const BYTES = 20;
// Generating many bytes at once costs hardly more than generating a few.
const pool = Buffer.alloc(BYTES * 64);
let used = pool.length;

/** Returns a random id that cannot be guessed: 160 bits. */
export const newApprovalId = (): string => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const id = pool.toString('base64url', used, used + BYTES);
  // The id authorizes nothing. It is still cleared after use.
  pool.fill(0, used, (used += BYTES));
  return id;
};
