import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import { approvalProblem, EXTERNAL_STATUS } from '#approval';
import { ExternalCallException, RequestReusedException } from 'toolgate/approval';
import { RegenerateException } from 'toolgate/chat';
import type { ProblemBody } from '../client/problem-body.js';
import { RequestException } from './request.exception.js';

const NOT_FOUND = 'No record with this id is visible to the caller. Check the id and the tenant.';

const NOT_LAST = 'Only the last answer of the conversation can be regenerated. Load the conversation again.';

const INTERNAL = 'The server could not answer. Its log states why.';

// The application answered so on purpose, and its log need not state why.
const OF_THE_APPLICATION = 'The server could not answer. Try again later.';

/** Words of statuses with which a guard or a resolver of the application answers. */
const WORDS: Readonly<Record<number, string>> = { 400: 'bad-request', 401: 'unauthenticated' };

/** Returns the problem details of an error. They contain nothing of an error that the door does not expect. */
export const problemOfError = (error: unknown): ProblemBody => {
  if (error instanceof RequestException) return problemBody(error.status, error.problem, error.detail);
  if (error instanceof RegenerateException) return problemBody(409, 'conflict', NOT_LAST);
  const external = externalProblemOf(error);
  if (external)
    return problemBody(external.status, external.problem, external.status === 404 ? NOT_FOUND : external.message);
  const known = approvalProblem(error);
  if (known) {
    // The text must not depend on the id: an invisible record is answered exactly like a missing one.
    return problemBody(known.status, known.problem, known.status === 404 ? NOT_FOUND : known.message);
  }
  const status = error instanceof HttpException ? error.getStatus() : 500;
  if (status === 500) return problemBody(500, 'internal', INTERNAL);
  const text = error instanceof HttpException && status < 500 ? error.message : OF_THE_APPLICATION;
  return problemBody(status, wordOf(status), text);
};

const externalProblemOf = (error: unknown) => {
  if (error instanceof RequestReusedException)
    return { status: 422, problem: 'request-reused', message: error.message };
  if (!(error instanceof ExternalCallException)) return undefined;
  const { problem, message } = error;
  return { status: EXTERNAL_STATUS[problem], problem, message };
};

const problemBody = (status: number, problem: string, detail: string): ProblemBody => ({
  type: 'about:blank',
  title: titleOf(status),
  status,
  detail,
  problem,
});

const titleOf = (status: number): string => STATUS_CODES[status] ?? 'Error';

const wordOf = (status: number): string =>
  WORDS[status] ??
  titleOf(status)
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-');
