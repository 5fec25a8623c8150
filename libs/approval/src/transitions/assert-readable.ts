import { isObject, recordOf } from '#core';
import { RunContentRemovedException, RunSchemaException, RunUnreadableException } from '../errors/approval.errors.js';
import { NEXT } from '../records/stored-approval.js';
import {
  RUN_KINDS,
  RUN_SCHEMA,
  type RunCheckpoint,
  type RunKind,
  type RunState,
  SCHEMA,
  type StoredRun,
} from '../records/stored-run.js';
import { isoTime } from '../records/iso-time.js';
import type { Draft } from './draft.js';

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number';
const flag: Check = (value) => typeof value === 'boolean';
const list: Check = Array.isArray;
const object: Check = isObject;
const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    values.some((known) => known === value);

const known: Check = (value) => value === SCHEMA;
const knownRun: Check = (value) => value === 1 || value === RUN_SCHEMA;

const RUN: Shape = {
  schema: knownRun,
  id: text,
  tenant: text,
  requester: object,
  status: oneOf(['suspended', 'resuming', 'completed', 'failed', 'cancelled']),
  version: number,
  fence: number,
  round: number,
  slots: list,
  hasEffects: flag,
  createdAt: number,
  updatedAt: number,
  failures: number,
};

/** The fields that only runs of a kind have. */
const OF_KIND: Readonly<Record<RunKind, Shape>> = { turn: { client: text }, call: {}, external: {} };

const SLOT: Shape = {
  index: number,
  callId: text,
  tool: text,
  state: oneOf(['ready', 'started', 'done', 'unknown', 'waiting']),
  attempt: number,
  idempotencyKey: text,
  idempotent: flag,
};

const APPROVAL: Shape = {
  schema: known,
  id: text,
  tool: text,
  callId: text,
  arguments: object,
  argsHash: text,
  revision: number,
  edits: list,
  requester: object,
  requirement: object,
  votes: list,
  commands: list,
  status: oneOf(Object.keys(NEXT)),
  version: number,
  expiresAt: number,
  notes: list,
};

const CHECKPOINT: Shape = { schema: known, request: object, loop: object };

/**
 * Throws `RunSchemaException` for a record of a later version or a run of an unknown kind, and `RunUnreadableException` for a record that lacks a
 * required field.
 */
export const assertReadable = ({ run, approvals }: RunState): void => {
  const id = String(run.id);
  assertKnown(id, run);
  assertRecord(id, 'its record', run, RUN);
  assertShape(id, 'its record', run, OF_KIND[run.kind ?? 'turn']);
  for (const slot of run.slots) assertShape(id, 'a call of its batch', slot, SLOT);
  for (const approval of approvals) assertRecord(id, 'an approval of it', approval, APPROVAL);
};

/** Returns the checkpoint of a run if it can be read; throws as `assertReadable` does. */
export const readableCheckpoint = (run: string, checkpoint: RunCheckpoint | undefined): RunCheckpoint => {
  if (!checkpoint) throw new RunUnreadableException(run, 'its checkpoint is missing');
  assertRecord(run, 'its checkpoint', checkpoint, CHECKPOINT);
  return checkpoint;
};

/** Throws `RunContentRemovedException` if the messages of a run are no longer stored. */
export const assertContent = ({ id, contentRemovedAt }: StoredRun): void => {
  if (contentRemovedAt !== undefined) throw new RunContentRemovedException(id, isoTime(contentRemovedAt));
};

/**
 * Throws `RunUnreadableException` if an approval of the batch is missing. Its call would look like one that requires
 * none.
 */
export const assertWhole = ({ run, approvals }: Draft): void => {
  const isMissing = run.slots.some(({ approval }) => approval !== undefined && !approvals.has(approval));
  if (isMissing) throw new RunUnreadableException(run.id, 'an approval of its batch is missing');
};

const KINDS: readonly unknown[] = RUN_KINDS;

const assertKnown = (id: string, { kind = 'turn', schema }: { readonly kind?: unknown; readonly schema: unknown }) => {
  if (!KINDS.includes(kind)) throw new RunSchemaException(id, `${String(schema)} of the kind ${JSON.stringify(kind)}`);
};

const assertRecord = (run: string, what: string, record: { readonly schema: unknown }, shape: Shape): void => {
  const { schema } = record;
  const latest = shape === RUN ? RUN_SCHEMA : SCHEMA;
  // A field of a later version may have another meaning here.
  if (typeof schema === 'number' && schema > latest) throw new RunSchemaException(run, schema);
  assertShape(run, what, record, shape);
};

const assertShape = (run: string, what: string, record: object, shape: Shape): void => {
  for (const [field, isValid] of Object.entries(shape)) {
    if (isValid(recordOf(record)[field])) continue;
    throw new RunUnreadableException(run, `${what} has no valid ${field}`);
  }
};
