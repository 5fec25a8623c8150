import type { DeltaPart } from 'toolgate/model';
import type { ProviderStreamPart } from '../provider/provider-answer.js';

/** A part of a block of text or reasoning: its start, a delta, its end. */
type BlockPart = Extract<
  ProviderStreamPart,
  {
    type: 'text-start' | 'text-delta' | 'text-end' | 'reasoning-start' | 'reasoning-delta' | 'reasoning-end';
  }
>;

/**
 * Reads blocks as deltas. A start or an end becomes a delta only if it has provider metadata. An id that is used again
 * for another block receives a suffix, because deltas with one id become one part. `prefix` separates the ids of this
 * stream from those of other streams.
 */
export const streamBlocks = (prefix: string): ((part: BlockPart) => DeltaPart | undefined) => {
  const opened = new Map<string, number>();
  return (part) => {
    const text = part.type.startsWith('text');
    const key = `${text ? 'text' : 'reasoning'}:${part.id}`;
    if (part.type === 'text-start' || part.type === 'reasoning-start') opened.set(key, (opened.get(key) ?? 0) + 1);
    const delta = 'delta' in part ? part.delta : '';
    const { providerMetadata } = part;
    if (delta === '' && !providerMetadata) return undefined;
    const times = opened.get(key) ?? 1;
    return {
      type: text ? 'text-delta' : 'reasoning-delta',
      id: `${prefix}${part.id}${times > 1 ? `#${times}` : ''}`,
      delta,
      ...(providerMetadata && { providerMetadata }),
    };
  };
};
