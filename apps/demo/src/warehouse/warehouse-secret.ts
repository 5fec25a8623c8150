import { createHash } from 'node:crypto';
import type { ExternalApplication } from 'toolgate/http';

/**
 * The secret of the second process of the demo, which runs on the same machine. An application reads its own from the
 * environment, and the desk knows the hash only.
 */
export const WAREHOUSE_SECRET =
  process.env.WAREHOUSE_SECRET || 'development-only: the secret of the warehouse'.replaceAll(' ', '-');

/** The warehouse, as the door of the desk knows it: a manager decides its calls. */
export const WAREHOUSE: ExternalApplication = {
  name: 'warehouse',
  tenant: 'acme',
  secretHashes: [createHash('sha256').update(WAREHOUSE_SECRET).digest('hex')],
  requirement: { approvers: { roles: ['manager'] } },
};
