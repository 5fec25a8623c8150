import { type AssistantPart, type ChatResponse, foldStream, type StreamPart } from 'toolgate/model';

/** Adds chunks one by one, and returns the response so far. */
interface ChunkFold {
  add(chunk: ChatResponse): void;
  response(): ChatResponse;
}

type End = Omit<ChatResponse, 'message'>;
type Inserted = readonly (readonly [index: number, part: AssistantPart])[];

/** Folds the chunks of a stream into one response: that of the last round. */
export const foldChunks = (): ChunkFold => {
  const fold = foldStream();
  let end: End = { finishReason: { unified: 'other' }, usage: {} };
  let inserted: Inserted = [];
  let round: number | undefined;

  return {
    add({ message, ...rest }) {
      const { chunk, ...metadata } = rest.metadata ?? {};
      round = chunk?.round ?? round;
      end = laidOver(end, { ...rest, metadata });
      const { indexes } = chunk ?? {};
      if (indexes) inserted = message.content.map((part, at) => [indexes[at] ?? Infinity, part]);
      else for (const part of message.content) fold.add({ round, ...streamPartOf(part, chunk?.id) });
    },
    response() {
      fold.add({ type: 'finish', round, ...end });
      const response = fold.response();
      return {
        ...response,
        message: { ...response.message, content: withInserted(response.message.content, inserted) },
      };
    },
  };
};

const streamPartOf = (part: AssistantPart, id = ''): StreamPart => {
  if (part.type !== 'text' && part.type !== 'reasoning') return part;
  const { type, text, ...rest } = part;
  return { ...rest, type: `${type}-delta`, id, delta: text };
};

// A value that a later chunk lacks may be known from an earlier one.
const laidOver = (a: End, b: End): End => {
  const metadata = { ...a.metadata, ...known(b.metadata, a.metadata) };
  const providerMetadata = { ...a.providerMetadata, ...b.providerMetadata };
  return {
    finishReason: b.finishReason.unified === 'other' && !b.finishReason.raw ? a.finishReason : b.finishReason,
    usage: { ...a.usage, ...known(b.usage, a.usage) },
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(Object.keys(providerMetadata).length > 0 && { providerMetadata }),
  };
};

/** Returns the values that a chunk knows. Other sources write 0 or an empty string for a value that they do not know. */
const known = <T extends object>(values: T | undefined, before: Partial<T> | undefined): Partial<T> => {
  const result: Partial<T> = {};
  for (const name in values) {
    const value = values[name];
    if (value !== undefined && ((value !== 0 && value !== '') || before?.[name] === undefined)) result[name] = value;
  }
  return result;
};

const withInserted = (content: readonly AssistantPart[], inserted: Inserted): readonly AssistantPart[] => {
  const all = [...content];
  for (const [index, part] of inserted) all.splice(index, 0, part);
  return all;
};
