import type { ChatResponse } from './chat-response.js';
import type { ProviderMetadata } from './content.js';
import type { AssistantPart } from './message.js';
import type { DeltaPart, FinishPart, StreamPart } from './stream-part.js';

/** Collects parts one by one, and returns the response so far. */
export interface StreamFold {
  add(part: StreamPart): void;
  response(): ChatResponse;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type WholePart = Extract<AssistantPart, { type: 'tool-call' | 'tool-result' | 'file' | 'custom' }>;
type OpenPart = Writable<Extract<AssistantPart, { type: 'text' | 'reasoning' }>>;

const merge = (a: ProviderMetadata | undefined, b: ProviderMetadata | undefined): ProviderMetadata | undefined => {
  if (!a || !b) return a ?? b;
  const merged = { ...a };
  for (const [name, entries] of Object.entries(b)) merged[name] = { ...merged[name], ...entries };
  return merged;
};

/**
 * Folds a stream's parts into one response. Deltas with the same id become one part, at the position of the first. A new
 * round starts again, so the response is that of the last round. Without a finish part the finish reason is `other`.
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
    const part: OpenPart = open.get(key) ?? { type: type === 'text-delta' ? 'text' : 'reasoning', text: '' };
    if (!open.has(key)) content.push(part);
    open.set(key, part);
    part.text += delta;
    if (providerMetadata) part.providerMetadata = merge(part.providerMetadata, providerMetadata);
  };

  return {
    add(part) {
      if (part.round !== undefined && part.round > round) restart(part.round);
      if (part.type === 'text-delta' || part.type === 'reasoning-delta') append(part);
      else if (part.type === 'finish') finish = part;
      else if (isContent(part)) {
        const { round: _, ...whole } = part;
        content.push(whole);
      }
    },
    response: () => toResponse(content, finish),
  };
};

// The result of an application's tool belongs to the tool message that answers the response.
const isContent = (part: StreamPart): part is Extract<StreamPart, { type: WholePart['type'] }> =>
  part.type === 'tool-result'
    ? part.providerExecuted === true
    : part.type === 'tool-call' || part.type === 'file' || part.type === 'custom';

const UNFINISHED: FinishPart = { type: 'finish', finishReason: { unified: 'other' }, usage: {} };

const toResponse = (parts: readonly AssistantPart[], finish = UNFINISHED): ChatResponse => {
  const { finishReason, usage, metadata, providerMetadata } = finish;
  const content = parts.filter((part) => part.type !== 'text' || part.text !== '' || part.providerMetadata);
  return {
    message: { role: 'assistant', content: content.map((part) => ({ ...part })) },
    finishReason,
    usage,
    ...(metadata && { metadata }),
    ...(providerMetadata && { providerMetadata }),
  };
};
