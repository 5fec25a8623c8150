import { ApprovalsProblem } from './approvals-problem.js';

/** Converts an answer with an error status. An answer that is not a problem of the door is `other`. */
export const problemOfResponse = async (response: Response, request: string): Promise<ApprovalsProblem> => {
  const { status, headers } = response;
  const retryAfter = secondsUntil(headers.get('retry-after'));
  const { problem, detail } = await bodyOf(response);
  return new ApprovalsProblem({
    status,
    problem: typeof problem === 'string' ? problem : 'other',
    detail: typeof detail === 'string' ? detail : `${request} failed: the server answered with the status ${status}.`,
    ...(retryAfter !== undefined && { retryAfter }),
  });
};

const bodyOf = async (response: Response): Promise<{ readonly problem?: unknown; readonly detail?: unknown }> => {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true;
  if (!isProblem) {
    await response.body?.cancel().catch(() => {});
    return {};
  }
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null ? body : {};
};

/** Reads `Retry-After`: a number of seconds, or a date. */
const secondsUntil = (header: string | null): number | undefined => {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
};
