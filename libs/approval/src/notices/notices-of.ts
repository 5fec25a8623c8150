import { randomUUID } from 'node:crypto';
import type { StoredApproval } from '../records/stored-approval.js';
import type { StoredEvent } from '../records/stored-event.js';
import type { RunState, StoredRun } from '../records/stored-run.js';
import type { NoticeKind } from './notice.js';
import type { StoredNotice } from './stored-notice.js';

/** The properties of a channel that select its notices. */
export interface NoticeReceiver {
  readonly name: string;
  readonly kinds: readonly NoticeKind[];
}

/** The records that a change writes. */
interface Written {
  readonly run?: StoredRun;
  readonly approvals?: readonly StoredApproval[];
  readonly events?: readonly StoredEvent[];
}

/** The events after which an approval may wait for another decision. */
const ASKS: readonly string[] = ['PENDING', 'ASKED_AGAIN', 'EDITED', 'QUESTION_ANSWERED'];

const KINDS: Readonly<Record<string, NoticeKind>> = {
  APPROVED: 'decided',
  REJECTED: 'decided',
  RESPONDED: 'decided',
  CANCELLED: 'decided',
  REVOKED: 'decided',
  EXPIRED: 'expired',
  LAPSED: 'expired',
  OUTCOME_UNKNOWN: 'unknown',
  PARKED: 'parked',
};

type About = Omit<StoredNotice, 'id' | 'channel'>;

/** Returns the notices of a change, one for each channel, in the order of its events. */
export const noticesOf = (
  receivers: readonly NoticeReceiver[],
  state: RunState | undefined,
  written: Written,
): readonly StoredNotice[] => {
  const about = reports(state, written);
  return receivers.flatMap(({ name, kinds }) =>
    about.filter(({ kind }) => kinds.includes(kind)).map((notice) => ({ ...notice, id: randomUUID(), channel: name })),
  );
};

const reports = (state: RunState | undefined, { approvals = [], events = [] }: Written): readonly About[] => {
  const before = new Map(state?.approvals.map((approval) => [approval.id, approval]));
  const after = new Map([...before, ...approvals.map((approval) => [approval.id, approval] as const)]);
  const asked = new Set<string>();
  return events.flatMap((event) => {
    const approval = event.approval === undefined ? undefined : after.get(event.approval);
    if (!ASKS.includes(event.type)) {
      const kind = Object.hasOwn(KINDS, event.type) ? KINDS[event.type] : undefined;
      return kind ? [report(kind, event, approval)] : [];
    }
    // One change may have several of these events for one question.
    if (!approval || asked.has(approval.id) || !waitsAnew(before.get(approval.id), approval)) return [];
    asked.add(approval.id);
    return [report('asked', event, approval)];
  });
};

const waitsAnew = (before: StoredApproval | undefined, { status, revision }: StoredApproval): boolean =>
  status === 'PENDING' && (before?.status !== status || before.revision !== revision);

const report = (
  kind: NoticeKind,
  { run, tenant, at, type }: StoredEvent,
  approval: StoredApproval | undefined,
): About => {
  const about = { schema: 1, kind, run, tenant, at } as const;
  if (!approval) return about;
  const { id, tool, description, revision, expiresAt, answeredBy } = approval;
  return {
    ...about,
    approval: id,
    tool,
    ...(description !== undefined && { description }),
    status: kind === 'asked' ? 'PENDING' : (type as StoredApproval['status']),
    revision,
    ...(kind === 'asked' && { expiresAt, ...(answeredBy && { answeredBy }) }),
  };
};
