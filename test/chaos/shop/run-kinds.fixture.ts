/** What people request: turns of the model, turns that call agents, calls outside of a turn, and calls that other systems run. */
export type ShopKind = 'turn' | 'agent' | 'call' | 'external';

export const SHOP_KINDS: readonly ShopKind[] = ['turn', 'agent', 'call', 'external'];

const MARK = '~';

/** Returns the last part of a name, which states its kind. Equal requests have equal names in every process. */
export const nameOf = (kind: Exclude<ShopKind, 'turn'>, request: number | string): string => `${kind}${MARK}${request}`;

/** Returns the kind of the request that has a name. */
export const kindOf = (turn: string): ShopKind => {
  const [kind] = turn.slice(turn.lastIndexOf('/') + 1).split(MARK);
  return SHOP_KINDS.find((known) => known === kind) ?? 'turn';
};
