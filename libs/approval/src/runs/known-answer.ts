import { toJson } from 'toolgate/model';
import {
  type KnownOutcome,
  ToolContext,
  type ToolCallbackResolver,
  type ToolCallResult,
  type ToolResults,
} from 'toolgate/tool';
import { outputOf } from '../transitions/results.js';

/** A call whose outcome is known, and that outcome. */
export interface KnownCall {
  readonly index: number;
  readonly idempotencyKey?: string;
  readonly outcome: KnownOutcome;
}

/** The dependencies that convert values to results. */
export interface KnownAnswerParts {
  readonly tools: ToolCallbackResolver;
  readonly results: ToolResults;
}

/**
 * Converts an outcome that was found later to the result of its call, as if the tool had returned it. Returns no answer
 * for an abandoned call. Throws `TypeError` for an invalid outcome, because it may be untrusted input.
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
          ? await results.of(value, tool, new ToolContext())
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
  "Invalid outcome. Pass { type: 'succeeded', value }, { type: 'failed', message } or { type: 'abandoned' }.";
