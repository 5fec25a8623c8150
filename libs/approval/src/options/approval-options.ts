import type { RequesterResolver } from '../requester/requester.resolver.js';
import type { ApprovalStore } from '../store/approval.store.js';
import type { Approve, ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';

/** The options of notices: `ToolgateModule.forRoot({ approval: { notices } })`. */
export interface NoticeOptions {
  /** The address of the inbox, to which notices link, such as `https://desk.example.com/approvals/inbox`. @default no link */
  readonly inboxUrl?: string;
  /** How long a notice is delivered again after its first attempt before it is parked, in milliseconds. @default 24 hours */
  readonly retryForMs?: number;
  /** How long delivered and parked notices are stored, in milliseconds. @default 7 days */
  readonly keepMs?: number;
}

/** The options of notices, with every default. */
export type NoticeSettings = Required<Omit<NoticeOptions, 'inboxUrl'>> & Pick<NoticeOptions, 'inboxUrl'>;

/** How long ended runs are stored. A run that waits, is parked or has an unknown outcome is never removed. */
export interface RetentionOptions {
  /**
   * How long the messages, arguments and results of a run are stored after its end, in milliseconds. Then only hashes of
   * them remain.
   * @default `recordsMs`
   */
  readonly contentMs?: number;
  /** How long a run, its approvals and its events are stored after its end, in milliseconds. @default no limit */
  readonly recordsMs?: number;
}

/** The options of approvals: `ToolgateModule.forRoot({ approval })`. */
export interface ApprovalOptions {
  /** The strategy, if it needs no injected dependencies. Otherwise provide `ToolApprovalStrategy` in any module. */
  readonly strategy?: ToolApprovalStrategy | Approve;
  /** What happens if the strategy fails: the turn fails, the call is rejected, or a person is asked. @default 'throw' */
  readonly onError?: 'throw' | 'reject' | 'ask';
  /**
   * The time limit of the strategy, of `RequesterResolver.identify` and of an `ApproverDirectory`, in milliseconds. A
   * `timeoutMs` of the strategy itself overrides it.
   * @default 10,000
   */
  readonly timeoutMs?: number;
  /**
   * Stops start-up instead of logging a warning if the approval setup leaves a gap: no strategy decides a tool that
   * declares `requiresApproval: true`, a pattern or a limit matches no tool, or a person must decide and no turn can
   * wait.
   * @default false
   */
  readonly requireCoverage?: boolean;
  /** Saves turns that wait for a person. Or provide `ApprovalStore` in any module, as `SqlModule` does. */
  readonly store?: ApprovalStore;
  /** Identifies the requester of each turn. Or provide `RequesterResolver` in any module. */
  readonly requester?: RequesterResolver;
  /**
   * What happens to a new message while a run of its conversation is not finished: the message is rejected, or it
   * cancels that run.
   * @default 'reject'
   */
  readonly onMessage?: 'reject' | 'supersede';
  /** Whether this process resumes due runs by itself. @default true */
  readonly worker?: boolean;
  /** How many turns the worker resumes at the same time. @default 8 */
  readonly concurrency?: number;
  /**
   * How long an approval waits for a decision if its requirement sets no `expiresInMs`, in milliseconds.
   * @default 24 hours
   */
  readonly expiresInMs?: number;
  /**
   * How long an approval remains valid after the last approval of its batch is decided, in milliseconds.
   * @default 24 hours
   */
  readonly approvalLapsesInMs?: number;
  /** How long a failing run is retried, in milliseconds. @default 24 hours */
  readonly deadlineMs?: number;
  /**
   * What happens to a run that still fails at its deadline: it ends, or it is parked until a person retries or cancels
   * it.
   * @default 'fail'
   */
  readonly onDeadline?: 'fail' | 'park';
  /**
   * What happens to a call whose tool has changed since a person was asked: the person is asked again about the present
   * tool, or the call is rejected.
   * @default 'ask'
   */
  readonly onToolChange?: 'ask' | 'revoke';
  /**
   * How long an instance leaves a run to the others if its definition of the tool is not the approved one, in
   * milliseconds after the last approval of the batch is decided. It has no effect if only one process uses the store.
   * @default 10 minutes
   */
  readonly toolChangeGraceMs?: number;
  /** How long a stopped process prevents others from resuming its run, in milliseconds. @default 30,000 */
  readonly leaseMs?: number;
  /** How long ended runs are stored. @default no limit */
  readonly retention?: RetentionOptions;
  /** The notices of channels (`ApprovalChannel`): links, retries, how long they are stored. */
  readonly notices?: NoticeOptions;
  /** How long shutdown waits for runs in flight, in milliseconds. @default 10,000 */
  readonly shutdownMs?: number;
}
