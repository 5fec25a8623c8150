import { ToolException } from '../tool.errors.js';

/** A replaceable part is provided twice, in a scope it cannot have, or cannot be told yet. */
export class SeamException extends ToolException {
  override readonly name = 'SeamException';
}
