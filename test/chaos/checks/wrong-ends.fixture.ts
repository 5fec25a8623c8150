import type { StoredApproval, ApprovalStatus, StoredRun } from 'toolgate/approval';
import { isOpen } from '../shop/is-open.fixture.js';
import { planOf } from '../shop/plan.fixture.js';
import { answerOf } from '../shop/shop.model.fixture.js';
import { type Findings, linesOf, type Problem } from './findings.fixture.js';

const OPEN: ReadonlySet<ApprovalStatus> = new Set(['PENDING', 'APPROVED', 'EXECUTING', 'OUTCOME_UNKNOWN']);

/** Runs that did not reach the expected end, and answers of another turn. */
export const wrongEnds = (findings: Findings): readonly Problem[] => [
  ...findings.evidence.runs.flatMap((run) => wrongRun(findings, run)),
  ...findings.evidence.approvals.flatMap(openApproval),
  ...linesOf(findings.evidence.lines, 'answer').flatMap(({ turn, run, status, content }): readonly Problem[] => {
    if (run !== undefined && !findings.runs.has(run)) return [{ what: `lost: the run ${run} is gone`, run }];
    const asked = turn ?? findings.turns.get(run!);
    if (status !== 'completed' || asked === undefined || content === answerOf(asked)) return [];
    return [{ what: `answer: ${asked} was answered with ${content}`, run }];
  }),
];

const wrongRun = ({ turns }: Findings, run: StoredRun): readonly Problem[] => {
  const { id, status, round, error, dueAt, kind = 'turn' } = run;
  if (isOpen(run)) return [{ what: `stuck: the run ${id} is ${status}, due at ${dueAt}`, run: id }];
  if (status === 'failed') return [{ what: `stuck: the run ${id} has failed: ${error}`, run: id }];
  if (kind !== 'turn') return [];
  const isShort = status === 'completed' && round !== planOf(turns.get(id) ?? '').length - 1;
  return isShort ? [{ what: `stuck: the run ${id} is completed after round ${round}`, run: id }] : [];
};

const openApproval = ({ id, run, status }: StoredApproval): readonly Problem[] =>
  OPEN.has(status) ? [{ what: `stuck: the approval ${id} is ${status}`, run }] : [];
