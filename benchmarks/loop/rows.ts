import { approvedBatch } from '../approvals.js';
import type { Compared } from '../compare.js';
import { longStream, withAdvisors } from '../more.js';
import { PROMPTS } from './prompt.js';

type Rows = Readonly<Record<string, () => Promise<Compared>>>;

/** A table of rows, and what they compare. */
interface Table {
  readonly compares: readonly [base: string, ours?: string];
  readonly rows: Rows;
}

const CHUNKS: Rows = {
  'stream, 1 at once': () => longStream(1),
  'stream, 100 at once': () => longStream(100),
};

const ADVISORS: Rows = {
  'call, advisors of the kind around': () => withAdvisors('call', 'around'),
  'stream, advisors of the kind around': () => withAdvisors('stream', 'around'),
  'call, advisors of the kind generator': () => withAdvisors('call', 'generator'),
  'stream, advisors of the kind generator': () => withAdvisors('stream', 'generator'),
};

/** The tables by their titles. */
export const TABLES: Readonly<Record<string, Table>> = {
  'A prompt with one tool call': { compares: ['by hand'], rows: PROMPTS },
  'An answer of 2,000 chunks': { compares: ['model alone'], rows: CHUNKS },
  'Memory and three advisors around a prompt': { compares: ['without', 'with'], rows: ADVISORS },
  'A prompt whose tool call is approved': {
    compares: ['no gate'],
    rows: { 'call, with a strategy and a store': approvedBatch },
  },
};
