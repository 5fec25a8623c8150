import { inspect } from 'node:util';
import { SeamException } from 'toolgate/tool';
import { LONGEST_MS, RESOLVER_MEMBERS, STORE_MEMBERS } from './approval.constants.js';
import type { ApprovalOptions } from './approval-options.js';

interface Rule {
  readonly fits: (value: unknown) => boolean;
  readonly give: string;
}

// Timers of Node know no longer time: they would fire at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const oneOf = (...words: readonly string[]): Rule => ({
  fits: (value) => words.includes(value as string),
  give: words
    .map((word) => `'${word}'`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1'),
});

const upTo = (most: number, give: string): Rule => ({
  fits: (value) => typeof value === 'number' && value > 0 && value <= most,
  give,
});

const withMembers = (members: readonly string[], name: string): Rule => ({
  fits: (value) => members.every((member) => typeof (value as Record<string, unknown> | null)?.[member] === 'function'),
  give: `an instance of a class that extends ${name}`,
});

const stored = upTo(LONGEST_MS, 'milliseconds above 0, of a hundred years at most');
const timed = upTo(LONGEST_TIMER_MS, `milliseconds above 0, ${LONGEST_TIMER_MS} at most`);
const endless = upTo(Infinity, 'milliseconds above 0');

const RULES: Partial<Record<keyof ApprovalOptions, Rule>> = {
  onError: oneOf('throw', 'reject', 'ask'),
  onMessage: oneOf('reject', 'supersede'),
  store: withMembers(STORE_MEMBERS, 'ApprovalStore'),
  requester: withMembers(RESOLVER_MEMBERS, 'RequesterResolver'),
  concurrency: {
    fits: (value) => Number.isSafeInteger(value) && (value as number) > 0,
    give: 'a whole number above 0',
  },
  timeoutMs: endless,
  deadlineMs: endless,
  expiresInMs: stored,
  approvalLapsesInMs: stored,
  leaseMs: timed,
  shutdownMs: timed,
};

/** Throws `SeamException` for an option that cannot be meant, naming it and its value. */
export const assertOptions = (options: ApprovalOptions): void => {
  for (const [name, rule] of Object.entries(RULES)) {
    const value: unknown = options[name as keyof ApprovalOptions];
    if (value === undefined || rule.fits(value)) continue;
    // What an object holds may be secret.
    throw new SeamException(`approval.${name} is ${inspect(value, { depth: -1 })}: give ${rule.give}.`);
  }
};
