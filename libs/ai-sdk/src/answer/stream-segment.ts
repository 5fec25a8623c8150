import { assertTakesTools } from './assert-takes-tools.js';
import type { StreamPart } from 'toolgate/model';
import { type AnswerEnd, answerEnd, connectionCut } from './answer-end.js';
import { type AnswerContext, assistantPart } from './assistant-part.js';
import { modelFailure } from '../failures/model-failure.js';
import type {
  ProviderEnd,
  ProviderResponseInfo,
  ProviderStreamPart,
  ProviderWarning,
} from '../provider/provider-answer.js';
import { streamBlocks } from './stream-blocks.js';
import { streamInputs } from './stream-inputs.js';

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
