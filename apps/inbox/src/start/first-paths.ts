import { queryString } from '../../../../libs/http/src/client/query-string.js';
import type { Address } from '../address/address.js';
import { queryOf } from '../list/groups.js';

/** The paths below the door that a page reads first: the person and the list. */
export const firstPaths = (address: Address): readonly string[] => [
  '/me',
  ...(address.view === 'approvals' ? [queryString(queryOf(address))] : []),
];
