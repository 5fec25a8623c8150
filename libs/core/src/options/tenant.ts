/** The tenant of an application that names none, and of records that were stored without a tenant. */
export const DEFAULT_TENANT = 'default';
