import { SEAM } from 'toolgate/model';
import type { ToolExecutionException } from './tool.errors.js';

/** Says what the model is told of a tool that failed; what it throws fails the turn instead. */
export abstract class ToolExecutionExceptionProcessor {
  static readonly [SEAM]: string = 'ToolExecutionExceptionProcessor';

  abstract process(exception: ToolExecutionException): string;
}
