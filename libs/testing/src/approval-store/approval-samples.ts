import type {
  ApprovalStore,
  StoredApproval,
  StoredEvent,
  ChangeRun,
  StoredRun,
  RunCheckpoint,
} from 'toolgate/approval';
import { userMessage } from 'toolgate/model';

/** Creates an empty store. `now` is its clock, in milliseconds since 1970. */
export type Make = (now?: () => number) => Promise<ApprovalStore>;

/** Returns the whole numbers from one to another. */
export const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Returns the ids of the records of a page, in their order. */
export const idsOf = ({ items }: { readonly items: readonly { readonly id: string }[] }): readonly string[] =>
  items.map(({ id }) => id);

/** Returns a suspended run with some of its properties changed. */
export const runOf = (id: string, change: Partial<StoredRun> = {}): StoredRun => ({
  schema: 1,
  id,
  tenant: 'acme',
  client: 'default',
  requester: { id: 'ann', tenant: 'acme' },
  status: 'suspended',
  version: 1,
  fence: 0,
  round: 1,
  slots: [],
  hasEffects: false,
  createdAt: 1000,
  updatedAt: 1000,
  failures: 0,
  ...change,
});

/** Returns a pending approval of a run with some of its properties changed. */
export const approvalOf = (id: string, run: string, change: Partial<StoredApproval> = {}): StoredApproval => ({
  schema: 1,
  id,
  run,
  tenant: 'acme',
  round: 1,
  index: 0,
  callId: `call-${id}`,
  tool: 'refund',
  definitionHash: 'd'.repeat(43),
  arguments: { orderNumber: 'A-1042', amount: 60 },
  argsHash: 'a'.repeat(43),
  revision: 1,
  edits: [],
  requester: { id: 'ann', tenant: 'acme' },
  requirement: {},
  votes: [],
  commands: [],
  status: 'PENDING',
  version: 1,
  createdAt: 1000,
  updatedAt: 1000,
  expiresAt: Date.UTC(2100, 0),
  notes: [],
  idempotencyKey: `${run}:1:0`,
  ...change,
});

/** Returns an event of a run. */
export const eventOf = (run: string, type: string, change: Partial<StoredEvent> = {}): StoredEvent => ({
  run,
  tenant: 'acme',
  at: 1000,
  type,
  ...change,
});

/** Returns a checkpoint that is identified by its message text. */
export const checkpointOf = (text: string): RunCheckpoint => ({
  schema: 1,
  request: {
    client: 'default',
    messages: [userMessage(text)],
    options: {},
    context: {},
    toolContext: {},
    tools: ['refund'],
    advisors: [],
  },
  loop: {
    history: [userMessage(text)],
    start: 0,
    round: 1,
    response: {
      message: { role: 'assistant', content: [] },
      finishReason: { unified: 'tool-calls' },
      usage: {},
    },
    options: {},
    tools: ['refund'],
    usage: {},
    exchanges: [],
  },
});

/** Opens the run `r` with one approval, a checkpoint and an event. */
export const openRun: ChangeRun<string> = () => ({
  run: runOf('r'),
  approvals: [approvalOf('a', 'r')],
  checkpoint: checkpointOf('first'),
  events: [eventOf('r', 'SUSPENDED')],
  result: 'opened',
});

/** Writes the next version of the run `r`, and an event with its version and time. */
export const countRun: ChangeRun<number> = (state, now) => {
  const version = (state?.run.version ?? 0) + 1;
  return {
    run: runOf('r', { ...state?.run, version, updatedAt: now }),
    events: [eventOf('r', 'COUNTED', { at: now, data: { version } })],
    result: version,
  };
};
