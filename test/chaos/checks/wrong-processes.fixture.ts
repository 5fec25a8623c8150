import { type Findings, linesOf, type Problem } from './findings.fixture.js';

const MISTAKES: ReadonlySet<string> = new Set(['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError']);

/** Processes that ended by themselves, and errors that no caller can be expected to handle. */
export const wrongProcesses = ({ evidence }: Findings): readonly Problem[] => [
  ...evidence.faults.map((what) => ({ what: `process: ${what}` })),
  ...linesOf(evidence.lines, 'error').flatMap(({ doing, name, message }) =>
    MISTAKES.has(name) ? [{ what: `process: ${doing} failed with ${name}: ${message}` }] : [],
  ),
];
