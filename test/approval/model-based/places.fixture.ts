/** The tenant and the conversation in which a run waits. */
export interface Place {
  readonly tenant: string;
  readonly conversation?: string;
}

/** Two tenants have a conversation of the same id; the last place is in no conversation. */
export const PLACES: readonly Place[] = [
  { tenant: 'default', conversation: 'c' },
  { tenant: 'u', conversation: 'c' },
  { tenant: 'default', conversation: 'd' },
  { tenant: 'default' },
];

/** Whether two runs may not wait at the same time. */
export const isSamePlace = (one: Place, other: Place): boolean =>
  one.conversation !== undefined && one.conversation === other.conversation && one.tenant === other.tenant;
