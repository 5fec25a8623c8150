import type { ToolResultPart } from 'toolgate/model';
import type { Turn } from '../contract/turn.js';
import { settledParts } from '../contract/settled-parts.js';

/** Emits the stream parts of a call that did not run. */
export const tellSettled = (result: ToolResultPart, turn: Turn): void => {
  for (const part of settledParts(result)) turn.emit(part);
};
