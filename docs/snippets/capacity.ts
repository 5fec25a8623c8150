// #region shards
import { createHash } from 'node:crypto';

/** Returns the shard of a tenant. A further shard receives its share of the tenants, and no other one moves. */
export function shardOf(tenant: string, shards: readonly string[]): string {
  const rank = (shard: string) => createHash('sha256').update(`${shard} ${tenant}`).digest('hex');
  return shards.toSorted((one, other) => rank(one).localeCompare(rank(other)))[0]!;
}
// #endregion

const TENANTS = ['acme', 'umbra', 'globex', 'initech', 'hooli', 'stark'];

const placesOn = (shards: readonly string[]) =>
  Object.fromEntries(TENANTS.map((tenant) => [tenant, shardOf(tenant, shards)]));

export const run = async () => ({
  'on two shards': placesOn(['eu-1', 'eu-2']),
  'on three shards': placesOn(['eu-1', 'eu-2', 'eu-3']),
});
