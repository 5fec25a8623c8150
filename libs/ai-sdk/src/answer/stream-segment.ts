import type { DeltaPart, StreamPart, ToolInputDeltaPart } from 'toolgate/model';
import { assertTakesTools } from './assert-takes-tools.js';
import { type AnswerEnd, answerEnd, connectionCut } from './answer-end.js';
import { type AnswerContext, assistantPart, refuseProviderExecuted } from './assistant-part.js';
import { modelFailure } from '../failures/model-failure.js';
import type {
  ProviderEnd,
  ProviderResponseInfo,
  ProviderStreamPart,
  ProviderWarning,
} from '../provider/provider-answer.js';

/** Converts the parts of one streamed answer of a provider. */
export interface StreamSegment {
  /** Converts a provider's part; undefined if it adds no part to the stream. */
  take(part: ProviderStreamPart): StreamPart | undefined;
  /** Returns the data around the content, after all parts were converted. */
  end(warnings: readonly string[]): AnswerEnd;
}

type Finish = Pick<ProviderEnd, 'finishReason' | 'usage' | 'providerMetadata'>;

/** Creates a segment. `name` separates its ids from those of other segments of the same answer. */
export const streamSegment = (context: AnswerContext, name: string): StreamSegment => {
  const block = streamBlocks(name);
  const input = streamInputs(context);
  let warnings: readonly ProviderWarning[] = [];
  let response: ProviderResponseInfo = {};
  let finish: Finish | undefined;

  const take = (part: ProviderStreamPart): StreamPart | undefined => {
    switch (part.type) {
      case 'text-delta':
      case 'text-start':
      case 'text-end':
      case 'reasoning-delta':
      case 'reasoning-start':
      case 'reasoning-end':
        return block(part);
      case 'tool-input-start':
      case 'tool-input-delta':
        return input(part);
      case 'error':
        throw modelFailure(context.model, part.error);
      case 'stream-start':
        warnings = part.warnings ?? [];
        assertTakesTools(context.model, warnings);
        return undefined;
      case 'response-metadata':
        response = { ...response, ...defined(part) };
        return undefined;
      case 'finish':
        finish = part;
        return undefined;
      default:
        return assistantPart(part, context) as StreamPart | undefined;
    }
  };
  const end = (ours: readonly string[]) => {
    if (!finish || isCut(context, finish)) throw connectionCut(context.model);
    return answerEnd(context.model, { ...finish, response, warnings }, ours);
  };
  return { take, end };
};

const defined = ({ id, modelId, timestamp }: ProviderResponseInfo): ProviderResponseInfo => ({
  ...(id && { id }),
  ...(modelId && { modelId }),
  ...(timestamp && { timestamp }),
});

// A v4 provider reports that its stream was cut. An earlier one finishes such a stream with its initial finish reason.
const isCut = ({ model }: AnswerContext, { finishReason }: Finish): boolean => {
  if (typeof finishReason === 'string') return finishReason === 'unknown';
  return model.specificationVersion === 'v3' && finishReason.unified === 'other' && !finishReason.raw;
};

/** The start of a call's arguments, or a delta of them. */
type InputPart = Extract<ProviderStreamPart, { type: 'tool-input-start' | 'tool-input-delta' }>;

/** Reads arguments while the model writes them. Those of a provider's own tool are read with the whole call. */
const streamInputs = (context: AnswerContext): ((part: InputPart) => ToolInputDeltaPart | undefined) => {
  const calls = new Map<string, Pick<ToolInputDeltaPart, 'toolCallId' | 'toolName'>>();
  return (part) => {
    const id = part.id ?? '';
    if (part.type === 'tool-input-delta') {
      const call = calls.get(id);
      return call && part.delta !== '' ? { type: 'tool-input-delta', ...call, delta: part.delta } : undefined;
    }
    const { toolName, providerExecuted } = part;
    calls.delete(id);
    if (providerExecuted) refuseProviderExecuted(context, toolName);
    else calls.set(id, { toolCallId: context.ids.announce(id), toolName });
    return undefined;
  };
};

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
const streamBlocks = (prefix: string): ((part: BlockPart) => DeltaPart | undefined) => {
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
