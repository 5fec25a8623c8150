import { type ArgumentsHost, Catch, HttpException } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import {
  ApprovalConflictException,
  ApprovalDecisionException,
  type DecisionProblem,
  RunConflictException,
  RunNotFoundException,
} from 'toolgate/approval';
import { approvalView } from './approval-view.js';

const CONFLICT = 409;
const NOT_FOUND = 404;

const STATUS: Readonly<Record<DecisionProblem, number>> = {
  'bad-decision': 400,
  'not-eligible': 403,
  'not-found': NOT_FOUND,
  conflict: CONFLICT,
  gone: 410,
  'hash-mismatch': 412,
  'bad-edit': 422,
  'decision-reused': 422,
  'precondition-missing': 428,
};

type Problem = ApprovalDecisionException | ApprovalConflictException | RunConflictException | RunNotFoundException;

/** Says over HTTP why a decision does not count, or why a run or a conversation cannot go on, with what is in the way. */
@Catch(ApprovalDecisionException, ApprovalConflictException, RunConflictException, RunNotFoundException)
export class ApprovalProblemFilter extends BaseExceptionFilter {
  override catch(exception: Problem, host: ArgumentsHost): void {
    const { statusCode, ...told } = problemOf(exception);
    super.catch(new HttpException({ statusCode, message: exception.message, ...told }, statusCode), host);
  }
}

const problemOf = (exception: Problem) => {
  if (exception instanceof ApprovalDecisionException) {
    const { problem, approval } = exception;
    return { statusCode: STATUS[problem], problem, ...(approval && { approval: approvalView(approval) }) };
  }
  if (exception instanceof ApprovalConflictException) {
    const { runIds, approvals } = exception;
    return { statusCode: CONFLICT, problem: 'conflict', runIds, approvals };
  }
  return exception instanceof RunNotFoundException
    ? { statusCode: NOT_FOUND, problem: 'not-found' }
    : { statusCode: CONFLICT, problem: 'conflict' };
};
