import type { Evidence } from '../evidence.fixture.js';
import { changedRequests } from './changed-requests.fixture.js';
import { Findings, type Problem } from './findings.fixture.js';
import { repeatedBodies } from './repeated-bodies.fixture.js';
import { ungatedBodies } from './ungated-bodies.fixture.js';
import { wrongAgents } from './wrong-agents.fixture.js';
import { wrongBodies } from './wrong-bodies.fixture.js';
import { wrongDecisions } from './wrong-decisions.fixture.js';
import { wrongEnds } from './wrong-ends.fixture.js';
import { wrongOutcomes } from './wrong-outcomes.fixture.js';
import { wrongProcesses } from './wrong-processes.fixture.js';
import { wrongRequests } from './wrong-requests.fixture.js';

const CHECKS = [
  ungatedBodies,
  repeatedBodies,
  wrongBodies,
  wrongAgents,
  wrongRequests,
  changedRequests,
  wrongDecisions,
  wrongEnds,
  wrongOutcomes,
  wrongProcesses,
];

/** Returns everything that is wrong in the evidence, each problem once. */
export const problemsOf = (evidence: Evidence): readonly Problem[] => {
  const findings = new Findings(evidence);
  const problems = CHECKS.flatMap((check) => check(findings));
  return [...new Map(problems.map((problem) => [problem.what, problem])).values()];
};
