import { DEFAULT_TENANT } from 'toolgate/chat';
import { checkName } from './check-name.js';

/** Returns the name of a tenant, `default` for none. Throws `ChatMemoryException` for what is no name. */
export const tenantName = (tenant: string = DEFAULT_TENANT): string =>
  checkName(tenant, 'The tenant of a conversation');
