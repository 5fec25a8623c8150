import { addUsage } from '#model';
import {
  ChatModelException,
  type ChatResponse,
  type ChatResponseMetadata,
  type FinishReason,
  type ModelName,
  type Usage,
} from 'toolgate/model';
import type { ProviderEnd, ProviderFinishReason, ProviderUsage, ProviderWarning } from '../provider/provider-answer.js';

/** A response without its content. */
export type AnswerEnd = Omit<ChatResponse, 'message'>;

const WORDS: Readonly<Record<string, FinishReason['unified']>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content-filter',
  'tool-calls': 'tool-calls',
};

/** Reads the data around an answer's content. Throws if the provider reports that the answer failed or was cut. */
export const answerEnd = (model: ModelName, end: ProviderEnd, warnings: readonly string[]): AnswerEnd => {
  const metadata = responseMetadata(end, warnings);
  return {
    finishReason: finishReason(model, end.finishReason),
    usage: usage(end.usage),
    ...(metadata && { metadata }),
    ...(end.providerMetadata && { providerMetadata: end.providerMetadata }),
  };
};

/** Joins the end of a continued answer with that of its continuation. */
export const joinEnds = (first: AnswerEnd | undefined, second: AnswerEnd): AnswerEnd => {
  if (!first) return second;
  const warnings = [...new Set([...(first.metadata?.warnings ?? []), ...(second.metadata?.warnings ?? [])])];
  return {
    ...second,
    usage: addUsage(first.usage, second.usage),
    ...(warnings.length > 0 && { metadata: { ...second.metadata, warnings } }),
  };
};

const finishReason = (model: ModelName, reason: ProviderFinishReason): FinishReason => {
  const { unified, raw } = typeof reason === 'string' ? { unified: reason } : reason;
  if (unified === 'interrupted') throw connectionCut(model);
  if (unified === 'error') {
    throw new ChatModelException(model, `ended its answer with an error${raw ? ` (${raw})` : ''}.`);
  }
  return { unified: WORDS[unified] ?? 'other', ...(raw !== undefined && raw !== null && { raw }) };
};

/** Returns the exception for an answer without an end. */
export const connectionCut = (model: ModelName): ChatModelException =>
  new ChatModelException(model, 'did not answer to the end: the connection was cut before the answer was complete.', {
    kind: 'cut',
  });

// Some providers return no usage, null, or NaN for a count that they do not know.
const usage = (reported: ProviderUsage | null | undefined): Usage => {
  const tokens = reported ?? {};
  const { inputTokens, outputTokens } = tokens;
  const input =
    typeof inputTokens === 'object' ? inputTokens : { total: inputTokens, cacheRead: tokens.cachedInputTokens };
  const output =
    typeof outputTokens === 'object' ? outputTokens : { total: outputTokens, reasoning: tokens.reasoningTokens };
  const both = input?.total !== undefined && output?.total !== undefined;
  const known = {
    inputTokens: input?.total,
    outputTokens: output?.total,
    totalTokens: tokens.totalTokens ?? (both ? (input.total ?? 0) + (output.total ?? 0) : undefined),
    cacheReadTokens: input?.cacheRead,
    cacheWriteTokens: input && 'cacheWrite' in input ? input.cacheWrite : undefined,
    reasoningTokens: output?.reasoning,
  };
  return Object.fromEntries(Object.entries(known).filter(([, count]) => Number.isFinite(count)));
};

const responseMetadata = (end: ProviderEnd, ours: readonly string[]): ChatResponseMetadata | undefined => {
  const { id, modelId, timestamp } = end.response ?? {};
  const warnings = [...ours, ...(end.warnings ?? []).map(warningText)];
  const metadata = {
    ...(id && { id }),
    ...(modelId && { model: modelId }),
    ...timeOf(timestamp),
    ...(warnings.length > 0 && { warnings }),
  };
  return Object.keys(metadata).length > 0 ? metadata : undefined;
};

// Some providers count in other units than the AI SDK expects, which makes an invalid date.
const timeOf = (timestamp: Date | undefined): Pick<ChatResponseMetadata, 'timestamp'> => {
  const ms = timestamp ? new Date(timestamp).getTime() : Number.NaN;
  return Number.isNaN(ms) ? {} : { timestamp: new Date(ms).toISOString() };
};

const warningText = ({ type, feature, setting, tool, details, message }: ProviderWarning): string => {
  const subject = feature ?? setting ?? tool?.name;
  const more = details ?? message;
  if (!subject) return more ?? type;
  return more ? `${type}: ${subject} (${more})` : `${type}: ${subject}`;
};
