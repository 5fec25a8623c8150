import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { PlatformRequest } from '../reply/platform.js';
import { Replies } from '../reply/replies.js';
import { logUnexpected } from '../problem/log-unexpected.js';
import { problemOfError } from '../problem/problem-of-error.js';

/**
 * Answers every error of the door's routes with problem details (RFC 9457), also those of guards and interceptors of
 * the application. An unexpected error is logged, and its client receives nothing of its cause.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly replies: Replies) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<PlatformRequest>(), http.getResponse<object>()];
    const problem = problemOfError(error);
    logUnexpected(problem.problem, error, nameOf(request));
    this.replies.problem(response, problem);
  }
}

// A log shows at most this many characters of a path.
const PATH_LENGTH = 200;

// The query may contain names of people.
const nameOf = ({ method, url }: PlatformRequest): string =>
  `${method} ${url.replace(/\?[^]*/, '').slice(0, PATH_LENGTH)}`;
