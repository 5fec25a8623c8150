import { describeError } from '#core';
import { isInternalError } from '#tool';
import { LineLogger } from 'toolgate/model';
import { ToolException } from 'toolgate/tool';

const logger = new LineLogger('Toolgate');

/**
 * Throws the error of a gated call, whose message the AI SDK sends to the model. An internal error, such as that of a
 * database, is logged, and the model receives a general text.
 */
export const throwForModel = (tool: string, error: unknown): never => {
  if (error instanceof Error && !isInternalError(error)) throw error;
  logger.error(`A gated call of "${tool}" failed: ${describeError(error)}`);
  throw new ToolException(`The tool "${tool}" failed because of an internal error.`, { cause: error });
};
