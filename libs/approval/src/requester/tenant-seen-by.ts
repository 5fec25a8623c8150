import { DEFAULT_TENANT } from '#core';
import { ANY_TENANT } from '../approval.constants.js';
import type { Approver } from './requester.js';

/** Returns the only tenant whose records a person sees; undefined for every tenant. */
export const tenantSeenBy = ({ tenant = DEFAULT_TENANT }: Pick<Approver, 'tenant'>): string | undefined =>
  tenant === ANY_TENANT ? undefined : tenant;
