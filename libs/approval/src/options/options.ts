import {
  checkOptions,
  count,
  type Declared,
  delayMs,
  endlessMs,
  group,
  instance,
  isClass,
  type Kind,
  milliseconds,
  oneOf,
  option,
  SeamException,
  text,
  timerMs,
  yesOrNo,
} from '#core';
import { LONGEST_MS, RESOLVER_MEMBERS, STORE_MEMBERS } from '../approval.constants.js';
import { STRATEGY_TIMEOUT_MS } from '../strategy/time-limits.js';
import { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import type { ApprovalOptions, NoticeOptions, NoticeSettings, RetentionOptions } from './approval-options.js';

const DAY = 86_400_000;

const storedMs = milliseconds(LONGEST_MS, 'a hundred years');

// Readers of a run fetch its answer after its end.
const LEAST_KEPT_MS = 60_000;
const keptMs: Kind = {
  ...storedMs,
  fits: (value) => storedMs.fits(value) && typeof value === 'number' && value >= LEAST_KEPT_MS,
  pass: 'milliseconds from 60,000 (a minute) to a hundred years',
  write: 'a whole number of milliseconds from 60,000 (a minute)',
};

const inboxUrl: Kind = {
  ...text,
  fits: (value) => typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value),
  pass: 'the address of the inbox, such as "https://desk.example.com/approvals/inbox"',
};

/** The declarations of `approval.notices`. */
const NOTICES = {
  inboxUrl: option(
    inboxUrl,
    'the address of the inbox, to which notices link',
    'no link',
    'TOOLGATE_APPROVAL_NOTICES_INBOX_URL',
  ),
  retryForMs: option(
    storedMs,
    'how long a notice is delivered again, from its first attempt, before it is parked',
    DAY,
    'TOOLGATE_APPROVAL_NOTICES_RETRY_FOR_MS',
  ),
  keepMs: option(
    keptMs,
    'how long delivered and parked notices are stored',
    7 * DAY,
    'TOOLGATE_APPROVAL_NOTICES_KEEP_MS',
  ),
} satisfies Declared<NoticeOptions>;

/** Returns the options of notices with their defaults. */
export const noticeSettings = ({ inboxUrl: url, retryForMs, keepMs }: NoticeOptions = {}): NoticeSettings => ({
  ...(url !== undefined && { inboxUrl: url }),
  retryForMs: retryForMs ?? NOTICES.retryForMs.default,
  keepMs: keepMs ?? NOTICES.keepMs.default,
});

const strategyInstance = instance(['approve'], 'ToolApprovalStrategy');

const strategy: Kind = {
  ...strategyInstance,
  fits: (value) => (typeof value === 'function' ? !isClass(value) : strategyInstance.fits(value)),
  pass: 'an instance of a class that extends ToolApprovalStrategy, or a function',
};

/** The declared options of `forRoot({ approval })`; `ToolgateModule` reads their environment variables. */
export const APPROVAL = {
  strategy: option(strategy, 'the strategy, if it needs no injection; else provide `ToolApprovalStrategy`'),
  store: option(
    instance(STORE_MEMBERS, 'ApprovalStore'),
    'stores waiting turns; else provide `ApprovalStore`, as `SqlModule` does',
  ),
  requester: option(
    instance(RESOLVER_MEMBERS, 'RequesterResolver'),
    'names the requester; else provide `RequesterResolver`',
  ),
  onError: option(
    oneOf('throw', 'reject', 'ask'),
    'an error of the strategy fails the turn, rejects the call, or asks a person',
    'throw',
    'TOOLGATE_APPROVAL_ON_ERROR',
  ),
  timeoutMs: option(
    endlessMs,
    'how long the strategy, the resolver and the directory may take',
    STRATEGY_TIMEOUT_MS,
    'TOOLGATE_APPROVAL_TIMEOUT_MS',
  ),
  requireCoverage: option(
    yesOrNo,
    'a gap in the approval setup stops start-up instead of logging a warning',
    false,
    'TOOLGATE_APPROVAL_REQUIRE_COVERAGE',
  ),
  onMessage: option(
    oneOf('reject', 'supersede'),
    'a message to a waiting conversation fails, or supersedes the turn',
    'reject',
    'TOOLGATE_APPROVAL_ON_MESSAGE',
  ),
  expiresInMs: option(
    storedMs,
    'how long an approval is pending, unless its requirement sets `expiresInMs`',
    DAY,
    'TOOLGATE_APPROVAL_EXPIRES_IN_MS',
  ),
  approvalLapsesInMs: option(
    storedMs,
    "how long an approval may be used, from the batch's last decision",
    DAY,
    'TOOLGATE_APPROVAL_LAPSES_IN_MS',
  ),
  deadlineMs: option(
    endlessMs,
    "how long a failing run is retried, from the batch's last decision",
    DAY,
    'TOOLGATE_APPROVAL_DEADLINE_MS',
  ),
  onDeadline: option(
    oneOf('fail', 'park'),
    'a run that still fails at its deadline ends, or waits for a person',
    'fail',
    'TOOLGATE_APPROVAL_ON_DEADLINE',
  ),
  onToolChange: option(
    oneOf('ask', 'revoke'),
    'if the tool of a call changed: approval is requested again, or the call is rejected',
    'ask',
    'TOOLGATE_APPROVAL_ON_TOOL_CHANGE',
  ),
  toolChangeGraceMs: option(
    delayMs,
    'how long an instance with another definition of a tool leaves a decided run to others',
    10 * 60_000,
    'TOOLGATE_APPROVAL_TOOL_CHANGE_GRACE_MS',
  ),
  worker: option(
    yesOrNo,
    'this process resumes runs; `false` in tests, or beside other workers',
    true,
    'TOOLGATE_APPROVAL_WORKER',
  ),
  concurrency: option(
    count,
    'how many turns the worker of this process resumes at once',
    8,
    'TOOLGATE_APPROVAL_CONCURRENCY',
  ),
  leaseMs: option(
    timerMs,
    'how long a lost process prevents others from resuming its run',
    30_000,
    'TOOLGATE_APPROVAL_LEASE_MS',
  ),
  retention: group({
    contentMs: option(
      keptMs,
      'how long the messages, arguments and results of an ended run are stored',
      '`recordsMs`',
      'TOOLGATE_APPROVAL_RETENTION_CONTENT_MS',
    ),
    recordsMs: option(
      keptMs,
      'how long an ended run is stored with its approvals and events',
      'no limit',
      'TOOLGATE_APPROVAL_RETENTION_RECORDS_MS',
    ),
  } satisfies Declared<RetentionOptions>),
  notices: group(NOTICES),
  shutdownMs: option(
    timerMs,
    'how long a stopping application waits for runs in flight',
    10_000,
    'TOOLGATE_APPROVAL_SHUTDOWN_MS',
  ),
} satisfies Declared<ApprovalOptions>;

/** Throws `SeamException` for an invalid option, with its name and value. */
export const assertOptions = (options: ApprovalOptions): void => {
  checkOptions(options, APPROVAL, { path: 'approval.', error: SeamException });
  const { contentMs = 0, recordsMs = Infinity } = options.retention ?? {};
  if (contentMs <= recordsMs) return;
  throw new SeamException(
    `The option approval.retention.contentMs is ${contentMs}, longer than recordsMs (${recordsMs}): the content would be deleted with the records. Pass at most ${recordsMs}.`,
  );
};

/** Returns the strategy of an option. Throws `SeamException` for a class, and for a value that is not a strategy. */
export const strategyOf = (strategy: ApprovalOptions['strategy']): ToolApprovalStrategy | undefined => {
  assertOptions({ strategy });
  return typeof strategy === 'function' ? ToolApprovalStrategy.of(strategy) : strategy;
};
