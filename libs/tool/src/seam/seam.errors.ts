import { ToolException } from '../contract/tool.errors.js';

/** A seam is provided twice, has a scope that is not allowed, or is used before it exists. */
export class SeamException extends ToolException {
  override readonly name = 'SeamException';
}
