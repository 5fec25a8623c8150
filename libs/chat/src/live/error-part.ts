import type { ErrorPart, StreamPart } from 'toolgate/model';
import { RunEndedException } from '../errors/chat.errors.js';

const MESSAGES: Readonly<Record<ErrorPart['kind'], string>> = {
  aborted: 'The turn was aborted.',
  failed: 'The turn failed.',
  lost: 'The turn was lost before its end.',
};

/** Returns how a turn ended that has thrown an error: a canceled run was aborted. */
export const endedBy = (error: unknown): ErrorPart['kind'] =>
  error instanceof RunEndedException && error.status === 'cancelled' ? 'aborted' : 'failed';

/** Returns the last part of a turn without an answer. Its message has no details, which may be secret. */
export const errorPart = (kind: ErrorPart['kind']): StreamPart => ({ type: 'error', kind, message: MESSAGES[kind] });
