import { inspect } from 'node:util';
import { Logger } from '@nestjs/common';
import { ToolExecutionExceptionProcessor } from './tool-execution-exception.processor.js';
import { type ToolExecutionException, ToolResultException } from './tool.errors.js';

/** How failing tools are treated. */
export interface MessageExceptionOptions {
  /** Throws the exception instead, which fails the turn. @default false */
  readonly throwOnError?: boolean;
}

const PROGRAMMING_ERRORS = [TypeError, ReferenceError, RangeError, SyntaxError, EvalError, URIError];

/**
 * Tells the model the message of the error. A native programming error, or what is no Error at all, was not written
 * for a reader: the model gets a general text and the log gets the whole.
 */
export class MessageExceptionProcessor extends ToolExecutionExceptionProcessor {
  private readonly logger = new Logger('Toolgate');

  constructor(private readonly options: MessageExceptionOptions = {}) {
    super();
  }

  process(exception: ToolExecutionException): string {
    if (this.options.throwOnError) throw exception;
    const { cause, toolName } = exception;
    if (cause instanceof ToolResultException) this.logger.error(cause.message);
    if (!(cause instanceof Error) || PROGRAMMING_ERRORS.some((type) => cause.constructor === type)) {
      this.logger.error(`Tool "${toolName}" failed`, cause instanceof Error ? cause.stack : inspect(cause));
      return `The tool "${toolName}" failed because of an internal error.`;
    }
    return String(cause.message ?? '').trim() || `The tool "${toolName}" failed (${cause.name}).`;
  }
}
