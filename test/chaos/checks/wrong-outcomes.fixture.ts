import type { OutcomeLine } from '../ledger/ledger-line.fixture.js';
import { planOf, receiptOf } from '../shop/plan.fixture.js';
import { type Findings, linesOf, type Problem } from './findings.fixture.js';
import { groupBy } from './group-by.fixture.js';

/** What a person answers in place of a tool. */
const RESPONSE = 'Later.';

/** Requests of calls with several runs, and outcomes that the bodies contradict. */
export const wrongOutcomes = (findings: Findings): readonly Problem[] =>
  [...groupBy(linesOf(findings.evidence.lines, 'outcome'), ({ turn }) => turn)].flatMap(([turn, outcomes]) => {
    const runs = [...new Set(outcomes.flatMap(({ run }) => run ?? []))];
    const ends = new Set(outcomes.filter(({ status }) => status !== 'suspended').map(endOf));
    const wrong = [
      ...(runs.length > 1 ? [`twice: the request ${turn} has ${runs.length} runs`] : []),
      ...runs.flatMap((run) => (findings.runs.has(run) ? [] : [`lost: the run ${run} is gone`])),
      ...(ends.size > 1 ? [`outcome: ${turn} ended as ${[...ends].join(' and as ')}`] : []),
      ...outcomes.flatMap((outcome) => contradicted(findings, outcome)),
    ];
    return wrong.map((what) => ({ what, run: runs[0] }));
  });

const endOf = ({ status, content }: OutcomeLine): string => (content === undefined ? status : `${status}, ${content}`);

const contradicted = (findings: Findings, { turn, status, content, at }: OutcomeLine): readonly string[] => {
  const { ticket } = planOf(turn)[0]![0]!;
  const effects = findings.effectsOfTicket.get(ticket) ?? [];
  const starts = findings.startsOfTicket.get(ticket) ?? [];
  const isReceipt = effects.some(({ tool, amount }) => content === receiptOf(tool, ticket, amount));
  if (status === 'completed' && !isReceipt && content !== RESPONSE)
    return [`outcome: ${turn} completed with ${content}, without that effect`];
  if (status === 'rejected' && starts.length > 0) return [`outcome: ${turn} was rejected, and its body began`];
  const isReported = starts.some(({ key }) => findings.settlesOf.get(key)?.some((settled) => settled.at < at));
  // A call whose process lost the run before the body began failed, too.
  return status === 'failed' && starts.length > 0 && !isReported
    ? [`outcome: ${turn} failed, and this was not reported`]
    : [];
};
