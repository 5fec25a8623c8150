import { toJson } from 'toolgate/model';
import type { BatchCall } from 'toolgate/tool';
import { hashOf } from '../records/canonical-json.js';
import { definitionHashOf } from '../records/definition-hash.js';
import type { StoredSlot } from '../records/stored-run.js';
import { randomFillSync } from 'node:crypto';

/** Returns the calls of a batch as a run stores them. Calls that wait for a person receive the id of their approval. */
export const slotsOf = (batch: readonly BatchCall[], run: string, round: number): readonly StoredSlot[] =>
  batch.map((call) => slotOf(call, run, round));

const slotOf = (
  { index, call, prepared, question, result, inner }: BatchCall,
  run: string,
  round: number,
): StoredSlot => ({
  index,
  callId: call.toolCallId,
  tool: call.toolName,
  state: stateOf({ result, inner }),
  attempt: inner ? 1 : 0,
  idempotencyKey: `${run}:${round}:${index}`,
  idempotent: prepared?.callback.metadata.idempotent === true,
  ...(result && { result }),
  ...(inner && { innerRun: inner.runId }),
  ...(question && { approval: newApprovalId() }),
  ...(question?.asks && !question.asks.needsApproval && { onlyAsks: true }),
  ...(prepared &&
    !result && {
      input: toJson(prepared.input),
      argsHash: hashOf(prepared.input),
      definitionHash: definitionHashOf(prepared),
    }),
});

const stateOf = ({ result, inner }: Pick<BatchCall, 'result' | 'inner'>): StoredSlot['state'] => {
  if (inner) return 'waiting';
  return result ? 'done' : 'ready';
};

const BYTES = 20;
// Generating many bytes at once costs hardly more than generating a few.
const pool = Buffer.alloc(BYTES * 64);
let used = pool.length;

/** Returns a random id that cannot be guessed: 160 bits. */
const newApprovalId = (): string => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const id = pool.toString('base64url', used, used + BYTES);
  // The id authorizes nothing. It is still cleared after use.
  pool.fill(0, used, (used += BYTES));
  return id;
};
