/** What people request: turns of the model, calls outside of a turn, and calls that other systems run. */
export type ShopKind = 'turn' | 'call' | 'external';

export const SHOP_KINDS: readonly ShopKind[] = ['turn', 'call', 'external'];

const MARK = '~';

/** The last part of the name of a call, equal in every process that makes the same request. */
export const callName = (kind: Exclude<ShopKind, 'turn'>, request: number): string => `${kind}${MARK}${request}`;

/** The kind of what a name was given to. */
export const kindOf = (turn: string): ShopKind => {
  const [kind] = turn.slice(turn.lastIndexOf('/') + 1).split(MARK);
  return kind === 'call' || kind === 'external' ? kind : 'turn';
};
