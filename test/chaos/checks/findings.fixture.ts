import type { StoredApproval, StoredRun } from 'toolgate/approval';
import type { Evidence } from '../evidence.fixture.js';
import type { BodyLine, DecisionLine, LedgerLine, RequestLine, SettleLine } from '../ledger/ledger-line.fixture.js';
import { turnOfTicket } from '../shop/plan.fixture.js';
import { groupBy } from './group-by.fixture.js';

/** A violation of what must hold. */
export interface Problem {
  readonly what: string;
  /** The affected run. */
  readonly run?: string;
}

/** A decision and its reply, if there was one. */
export interface RepliedDecision extends DecisionLine {
  readonly status?: string;
  readonly problem?: string;
}

/** The evidence, indexed so that everything about one call is found at once. */
export class Findings {
  readonly starts: readonly BodyLine[];
  readonly startsOf: ReadonlyMap<string, readonly BodyLine[]>;
  readonly startsOfTicket: ReadonlyMap<string, readonly BodyLine[]>;
  readonly effectsOfTicket: ReadonlyMap<string, readonly BodyLine[]>;
  readonly decisions: readonly RepliedDecision[];
  readonly decisionsOf: ReadonlyMap<string, readonly RepliedDecision[]>;
  readonly settlesOf: ReadonlyMap<string, readonly SettleLine[]>;
  readonly requestsOf: ReadonlyMap<string, readonly RequestLine[]>;
  readonly runs: ReadonlyMap<string, StoredRun>;
  readonly approvals: ReadonlyMap<string, StoredApproval>;
  /** By idempotency key. */
  readonly approvalsOf: ReadonlyMap<string, StoredApproval>;
  /** The turn of each run. The ticket of a call of an agent is the turn inside it. */
  readonly turns: ReadonlyMap<string, string>;
  /** The runs inside calls of agents, by the tickets of these calls. */
  readonly runsInside: ReadonlyMap<string, readonly StoredRun[]>;

  constructor(readonly evidence: Evidence) {
    const { lines, runs, approvals } = evidence;
    const effects = linesOf(lines, 'effect');
    this.starts = linesOf(lines, 'start');
    this.startsOf = groupBy(this.starts, ({ key }) => key);
    this.startsOfTicket = groupBy(this.starts, ({ ticket }) => ticket);
    this.effectsOfTicket = groupBy(effects, ({ ticket }) => ticket);
    const replies = new Map(linesOf(lines, 'decided').map((line) => [line.attempt, line]));
    this.decisions = linesOf(lines, 'decision').map((line) => {
      const { status, problem } = replies.get(line.attempt) ?? {};
      return { ...line, status, problem };
    });
    this.decisionsOf = groupBy(this.decisions, ({ key }) => key);
    this.settlesOf = groupBy(linesOf(lines, 'settle'), ({ key }) => key);
    this.requestsOf = groupBy(linesOf(lines, 'request'), ({ turn }) => turn);
    this.runs = new Map(runs.map((run) => [run.id, run]));
    this.approvals = new Map(approvals.map((approval) => [approval.id, approval]));
    this.approvalsOf = new Map(approvals.map((approval) => [approval.idempotencyKey, approval]));
    const turns = new Map(approvals.map(({ run, arguments: { ticket } }) => [run, turnOfTicket(String(ticket))]));
    const inside = runs.filter(({ parent }) => parent);
    // A run may have no approvals but those inside it.
    for (const { id, parent } of inside) if (turns.has(id)) turns.set(parent!.run, turnOfTicket(turns.get(id)!));
    this.turns = turns;
    this.runsInside = groupBy(inside, ({ id }) => turns.get(id) ?? '');
  }
}

type LineOf<T, L = LedgerLine> = L extends LedgerLine ? (T extends L['type'] ? L : never) : never;

/** All lines of one type, in order. */
export const linesOf = <T extends LedgerLine['type']>(lines: readonly LedgerLine[], type: T): readonly LineOf<T>[] =>
  lines.filter((line) => line.type === type) as readonly LedgerLine[] as readonly LineOf<T>[];
