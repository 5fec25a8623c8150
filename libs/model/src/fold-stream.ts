import type { ChatResponse } from './chat-response.js';
import type { ProviderMetadata } from './content.js';
import type { AssistantPart } from './message.js';
import type { DeltaPart, FinishPart, StreamPart } from './stream-part.js';

/** Takes parts one by one and knows the response they amount to so far. */
export interface StreamFold {
  add(part: StreamPart): void;
  response(): ChatResponse;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type OpenPart = Writable<Extract<AssistantPart, { type: 'text' | 'reasoning' }>>;

const merge = (a: ProviderMetadata | undefined, b: ProviderMetadata | undefined): ProviderMetadata | undefined => {
  if (!a || !b) return a ?? b;
  const merged = { ...a };
  for (const [name, entries] of Object.entries(b)) merged[name] = { ...merged[name], ...entries };
  return merged;
};

/**
 * Folds a stream's parts into the response it amounts to. Deltas with one id become one part, where the first
 * stood; a new round starts anew, so the response is the last round's. Without a finish part the answer is `other`.
 */
export const foldStream = (): StreamFold => {
  let content: AssistantPart[] = [];
  let open = new Map<string, OpenPart>();
  let finish: FinishPart | undefined;
  let round = 0;

  const restart = (next: number) => {
    content = [];
    open = new Map();
    finish = undefined;
    round = next;
  };
  const append = ({ type, id, delta, providerMetadata }: DeltaPart) => {
    const key = `${type}:${id}`;
    let part = open.get(key);
    if (!part) {
      part = { type: type === 'text-delta' ? 'text' : 'reasoning', text: '' };
      open.set(key, part);
      content.push(part);
    }
    part.text += delta;
    if (providerMetadata) part.providerMetadata = merge(part.providerMetadata, providerMetadata);
  };

  return {
    add(part) {
      if (part.round !== undefined && part.round > round) restart(part.round);
      if (part.type === 'text-delta' || part.type === 'reasoning-delta') append(part);
      else if (part.type === 'finish') finish = part;
      else if (part.type === 'tool-call' || part.type === 'file' || part.type === 'custom') {
        const { round: _, ...whole } = part;
        content.push(whole);
      }
    },
    response: () => toResponse(content, finish),
  };
};

const toResponse = (parts: readonly AssistantPart[], finish: FinishPart | undefined): ChatResponse => {
  const {
    type: _,
    round: __,
    ...end
  } = (finish ?? { finishReason: { unified: 'other' }, usage: {} }) as FinishPart & {
    round?: number;
  };
  const content = parts.filter((part) => part.type !== 'text' || part.text !== '' || part.providerMetadata);
  return { message: { role: 'assistant', content: content.map((part) => ({ ...part })) }, ...end };
};
