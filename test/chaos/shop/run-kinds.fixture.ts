/** What people request: turns of the model, turns that call agents, calls outside of a turn, and calls that other systems run. */
export type ShopKind = 'turn' | 'agent' | 'call' | 'external';

export const SHOP_KINDS: readonly ShopKind[] = ['turn', 'agent', 'call', 'external'];

const MARK = '~';

/** The last part of a name that states its kind. Equal requests have equal names in every process. */
export const nameOf = (kind: Exclude<ShopKind, 'turn'>, request: number | string): string => `${kind}${MARK}${request}`;

/** The kind of what a name was given to. */
export const kindOf = (turn: string): ShopKind => {
  const [kind] = turn.slice(turn.lastIndexOf('/') + 1).split(MARK);
  return SHOP_KINDS.find((known) => known === kind) ?? 'turn';
};
