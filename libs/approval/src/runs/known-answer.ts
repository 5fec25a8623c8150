import { toJson } from 'toolgate/model';
import {
  type KnownOutcome,
  ToolContext,
  type ToolCallbackResolver,
  type ToolCallResult,
  type ToolResults,
} from 'toolgate/tool';
import { outputOf } from '../transitions/results.js';

/** What makes results of values. */
export interface KnownAnswerParts {
  readonly tools: ToolCallbackResolver;
  readonly results: () => ToolResults;
}

/**
 * What the model is told of a call that somebody found out about: what its tool would have told it. Nothing where nobody
 * will ever know. Throws `TypeError` for what is no outcome: it may come from anywhere.
 */
export const knownAnswer = async (
  outcome: KnownOutcome,
  toolName: string,
  { tools, results }: KnownAnswerParts,
): Promise<{ readonly answer?: ToolCallResult }> => {
  switch (outcome?.type) {
    case 'succeeded': {
      const tool = tools.resolve(toolName);
      const { value } = outcome;
      return {
        answer: tool
          ? await results().of(value, tool, new ToolContext())
          : { output: outputOf(toJson(value)), outcome: { type: 'success' } },
      };
    }
    case 'failed':
      if (typeof outcome.message !== 'string') break;
      return {
        answer: { output: { type: 'text', text: outcome.message }, outcome: { type: 'error', kind: 'execution' } },
      };
    case 'abandoned':
      return {};
  }
  throw new TypeError(NO_OUTCOME);
};

const NO_OUTCOME =
  "This is no known outcome: give { type: 'succeeded', value }, { type: 'failed', message } or { type: 'abandoned' }.";
