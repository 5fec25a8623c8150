import { inspect } from 'node:util';
import { instanceRemedy, SeamException } from '#core';
import { LONGEST_MS, RESOLVER_MEMBERS, STORE_MEMBERS } from '../approval.constants.js';
import type { ApprovalOptions } from './approval-options.js';

interface Rule {
  readonly fits: (value: unknown) => boolean;
  readonly hint: string;
  /** The token under which a module may provide the value instead. */
  readonly seam?: string;
}

// A Node timer with a longer delay fires at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const oneOf = (...words: readonly string[]): Rule => ({
  fits: (value) => words.includes(value as string),
  hint: words
    .map((word) => `'${word}'`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1'),
});

const upTo = (most: number, hint: string): Rule => ({
  fits: (value) => typeof value === 'number' && value > 0 && value <= most,
  hint,
});

const withMembers = (members: readonly string[], name: string): Rule => ({
  fits: (value) => members.every((member) => typeof (value as Record<string, unknown> | null)?.[member] === 'function'),
  hint: `an instance of a class that extends ${name}`,
  seam: name,
});

const stored = upTo(LONGEST_MS, 'milliseconds above 0, at most a hundred years');
const timed = upTo(LONGEST_TIMER_MS, `milliseconds above 0, at most ${LONGEST_TIMER_MS}`);
const endless = upTo(Infinity, 'milliseconds above 0');

const RULES: Partial<Record<keyof ApprovalOptions, Rule>> = {
  onError: oneOf('throw', 'reject', 'ask'),
  onMessage: oneOf('reject', 'supersede'),
  store: withMembers(STORE_MEMBERS, 'ApprovalStore'),
  requester: withMembers(RESOLVER_MEMBERS, 'RequesterResolver'),
  concurrency: {
    fits: (value) => Number.isSafeInteger(value) && (value as number) > 0,
    hint: 'a whole number above 0',
  },
  timeoutMs: endless,
  deadlineMs: endless,
  expiresInMs: stored,
  approvalLapsesInMs: stored,
  leaseMs: timed,
  shutdownMs: timed,
};

/** Throws `SeamException` for an invalid option, with its name and value. */
export const assertOptions = (options: ApprovalOptions): void => {
  for (const [name, rule] of Object.entries(RULES)) {
    const value: unknown = options[name as keyof ApprovalOptions];
    if (value === undefined || rule.fits(value)) continue;
    const remedy = rule.seam && instanceRemedy(value, rule.seam);
    if (remedy) throw new SeamException(`approval.${name} is the class ${(value as Function).name}. ${remedy}`);
    // The content of an object may be secret.
    throw new SeamException(`approval.${name} is ${inspect(value, { depth: -1 })}. Pass ${rule.hint}.`);
  }
};
