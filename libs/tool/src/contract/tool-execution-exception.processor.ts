import { SEAM } from 'toolgate/model';
import type { ToolExecutionException } from './tool.errors.js';

/** Returns the text that the model receives for a failed tool. An exception that it throws fails the turn. */
export abstract class ToolExecutionExceptionProcessor {
  static readonly [SEAM]: string = 'ToolExecutionExceptionProcessor';

  abstract process(exception: ToolExecutionException): string;
}
