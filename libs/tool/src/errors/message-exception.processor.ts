import { inspect } from 'node:util';
import { checkOptions, idsForLog, redactSecrets, stackWithCauses } from '#core';
import { LineLogger } from 'toolgate/model';
import type { MessageExceptionOptions } from '../contract/message-exception-options.js';
import { TOOL_CALLING } from '../contract/options.js';
import { ToolExecutionExceptionProcessor } from '../contract/tool-execution-exception.processor.js';
import { ToolException, type ToolExecutionException, ToolResultException } from '../contract/tool.errors.js';
import { guardOf } from './failed-guards.js';
import { findInfrastructureError } from './find-infrastructure-error.js';
import { isInternalError, messageOfError, nameOfError } from './message-of-error.js';

/**
 * Sends the model the message of the error, without secrets. An internal error (a native programming error, an HTTP status
 * of 500 and above, an error of the system or of a driver, a thrown value that is not an Error) gives the model a general
 * text. The log receives the error's class, and its message and stack if `logErrors` is set.
 */
export class MessageExceptionProcessor extends ToolExecutionExceptionProcessor {
  private readonly logger = new LineLogger('Toolgate');

  constructor(private readonly options: MessageExceptionOptions = {}) {
    super();
    const { rethrow, redact } = options;
    checkOptions({ rethrow, redact }, TOOL_CALLING, { path: 'toolCalling.', error: ToolException });
  }

  process(exception: ToolExecutionException): string {
    const { cause, toolName, ids } = exception;
    const { rethrow, throwOnError, redact } = this.options;
    if (rethrow?.some((type) => cause instanceof type)) throw cause;
    if (throwOnError) throw exception;
    const about = idsForLog(ids);
    if (cause instanceof ToolResultException) this.logResult(cause, about);
    if (!(cause instanceof Error) || isInternalError(cause)) {
      this.logInternal(cause, `Tool "${toolName}" failed`, about);
      return `The tool "${toolName}" failed because of an internal error.`;
    }
    const text = messageOfError(cause) || `The tool "${toolName}" failed (${nameOfError(cause)}).`;
    const message = redactSecrets(text, redact);
    if (this.options.logErrors) this.logger.warn(`Tool "${toolName}" failed: ${message} ${about}`.trimEnd());
    return message;
  }

  private logResult(problem: ToolResultException, about: string): void {
    const { logErrors, redact } = this.options;
    const line = `${problem.message} ${about}`.trimEnd();
    if (logErrors && problem.cause instanceof Error)
      this.logger.error(line, redactSecrets(stackWithCauses(problem.cause), redact));
    else this.logger.error(line);
  }

  private logInternal(cause: unknown, what: string, about: string): void {
    const { logErrors, redact } = this.options;
    const isError = cause instanceof Error;
    if (logErrors) {
      const whole = redactSecrets(isError ? stackWithCauses(cause) : inspect(cause), redact);
      this.logger.error(`${what}. ${about}`.trimEnd(), whole);
      return;
    }
    const kind = isError ? `${nameOfError(cause)}${codeIn(cause)}` : 'a value that is not an Error';
    const guard = guardOf(cause);
    const place = guard === undefined ? '' : ` in the guard ${guard}`;
    this.logger.error(`${what} with ${kind}${place}. Set toolCalling.logErrors to log the details. ${about}`.trimEnd());
  }
}

// A code is a fixed word of the driver, and the first detail that operators search for.
const codeIn = (error: Error): string => {
  const { code } = findInfrastructureError(error) ?? {};
  return typeof code === 'string' && /^[\w-]{1,64}$/.test(code) ? ` (${code})` : '';
};
