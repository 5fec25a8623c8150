import { HttpException } from '@nestjs/common';
import type { ProblemBody } from '../client/problem-body.js';

/** A problem that Nest answers, with the text for people as its message: filters of applications show or log it. */
export class ProblemHttpException extends HttpException {
  constructor(problem: ProblemBody) {
    super(problem, problem.status);
    this.message = problem.detail ?? problem.title;
  }
}
