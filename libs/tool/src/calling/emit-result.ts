import type { ToolResultPart } from 'toolgate/model';
import { resultParts } from '../contract/result-parts.js';
import type { Turn } from '../contract/turn.js';

/** Emits the stream parts of a call that has a result without running now. */
export const emitResult = (result: ToolResultPart, turn: Turn): void => {
  for (const part of resultParts(result)) turn.emit(part);
};
