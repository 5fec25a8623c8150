import { DEFAULT_TENANT } from '#core';
import type { LiveTurnOwner } from './turn-log.js';

/** A person who follows or aborts a turn, from the authenticated session. An `Approver` is one. */
export interface TurnOperator {
  readonly id: string;
  /** The tenant of the person; a symbol, such as `ANY_TENANT`, for every tenant. @default 'default' */
  readonly tenant?: string | symbol;
  /**
   * `false` limits the person to turns that this person requested. Otherwise, the person may follow and abort every turn
   * of the tenant, so the application must check this right itself. @default true
   */
  readonly administrator?: boolean;
}

/** Throws `TypeError` if a person has no id, or an invalid tenant. */
export const assertOperator = ({ id, tenant = DEFAULT_TENANT }: Partial<TurnOperator> = {}): void => {
  const isTenant = typeof tenant === 'symbol' || (typeof tenant === 'string' && tenant !== '');
  if (typeof id === 'string' && id !== '' && isTenant) return;
  throw new TypeError(
    'The person has no id or an invalid tenant. Pass { id, tenant, administrator } from the authenticated session.',
  );
};

/** Whether a person belongs to the tenant of a turn. */
export const seesTenant = ({ tenant }: LiveTurnOwner, by: TurnOperator): boolean =>
  typeof by.tenant === 'symbol' || (by.tenant ?? DEFAULT_TENANT) === tenant;

/** Whether a person may follow and abort a turn of the same tenant. */
export const mayOperate = ({ requester }: LiveTurnOwner, by: TurnOperator): boolean =>
  by.administrator !== false || requester === undefined || requester === by.id;
