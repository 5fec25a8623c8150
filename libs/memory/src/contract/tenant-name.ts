import { DEFAULT_TENANT } from '#core';
import { checkName } from './check-name.js';

/** Returns the name of a tenant, or `default`. Throws `ChatMemoryException` if the name is not a string, or is empty. */
export const tenantName = (tenant: string = DEFAULT_TENANT): string =>
  checkName(tenant, 'The tenant of a conversation');
