import { ApprovalsProblem, type ApprovalBody, type BulkDecision, type BulkResultBody } from 'toolgate/http/client';
import { mayPass } from '../data/may-pass.js';
import { votesOf } from '../present/quorum.js';

/** A decision with the id under which it is sent again, so that it counts once. */
export type KeptDecision = BulkDecision & { readonly decisionId: string };

/** The outcome of one decision. With `missing`, the call waits for that many more approvals. Without an answer, `problem` says why, and it can be sent again. */
export type Sent =
  | { readonly id: string; readonly type: 'decided'; readonly missing?: number }
  | { readonly id: string; readonly type: 'refused' | 'unsent'; readonly problem: string; readonly detail?: string };

const MOST = 100;

/**
 * Sends decisions in groups of 100, one group after the other. A group without an answer ends the sending: the next one
 * would have none either.
 */
export const sendAll = async (
  decisions: readonly KeptDecision[],
  send: (decisions: readonly KeptDecision[]) => Promise<readonly BulkResultBody[]>,
  onProgress: (sent: number) => void,
): Promise<readonly Sent[]> => {
  const results: Sent[] = [];
  for (let start = 0; start < decisions.length; start += MOST) {
    try {
      results.push(...(await send(decisions.slice(start, start + MOST))).map(sentOf));
    } catch (error) {
      return [...results, ...decisions.slice(start).map(({ id }) => unsent(id, error))];
    }
    onProgress(results.length);
  }
  return results;
};

const sentOf = (result: BulkResultBody): Sent => {
  if (!('problem' in result)) return { id: result.id, type: 'decided', ...missingOf(result.approval) };
  const { id, status, problem, detail } = result;
  return { id, type: mayPass(status) ? 'unsent' : 'refused', problem, ...(detail !== undefined && { detail }) };
};

const missingOf = (approval: ApprovalBody): { readonly missing?: number } => {
  if (approval.status !== 'PENDING') return {};
  return { missing: votesOf(approval).missing };
};

const unsent = (id: string, error: unknown): Sent => {
  if (!(error instanceof ApprovalsProblem)) return { id, type: 'unsent', problem: 'network' };
  return { id, type: 'unsent', problem: error.problem, detail: error.detail };
};
