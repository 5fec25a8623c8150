import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { LineLogger } from 'toolgate/model';
import { describeError } from '#core';
import { Replies } from '../exchange/replies.js';
import { isPlatformRequest } from '../exchange/platform.js';
import { problemOfError } from './problem-of-error.js';

const logger = new LineLogger('Toolgate');

/**
 * Answers every error of the door's routes with problem details (RFC 9457), also those of guards and interceptors of
 * the application. An unexpected error is logged, and its client receives no detail.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly replies: Replies) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error;
    const [request, response] = [host.switchToHttp().getRequest<unknown>(), host.switchToHttp().getResponse<object>()];
    const problem = problemOfError(error);
    if (problem.problem === 'internal') {
      const method = isPlatformRequest(request) ? request.method : 'A request';
      logger.error(`${method} at the approvals door failed: ${describeError(error)}`);
    }
    this.replies.problem(response, problem);
  }
}
