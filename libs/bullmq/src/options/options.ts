import { type Declared, type Kind, checkOptions, count, option, recordOf, yesOrNo } from '#core';
import { isConnection, isPool } from './connection-kind.js';
import { BullMqException } from '../errors/bullmq.errors.js';
import type { BullMqModuleOptions } from './bullmq-options.js';

const WAYS =
  "'redis://…', 'rediss://…', 'postgres://…', { redis: { host, … } } or { postgres: { connectionString, … } }";

const connection: Kind = {
  fits: isConnection,
  pass: WAYS,
  remedy: (value) =>
    isPool(recordOf(value)['postgres'])
      ? 'Pass the options of the pool instead, because BullMQ sets its schema on the pool that it creates.'
      : undefined,
};

// BullMQ divides its keys with colons.
const queueName: Kind = {
  fits: (value) => typeof value === 'string' && /^[^:]+$/.test(value),
  pass: 'a name without colons',
  read: (text) => text,
};

const BULLMQ = {
  connection: option(connection, 'the server of the jobs'),
  queue: option(queueName, 'the name of the queue', 'toolgate'),
  concurrency: option(count, 'how many jobs this process works on at the same time', 8),
  migrate: option(yesOrNo, 'whether start-up creates the schema of BullMQ on PostgreSQL', true),
} satisfies Declared<BullMqModuleOptions>;

/** Throws `BullMqException` for a missing, unknown or invalid option. */
export const assertOptions = (options: BullMqModuleOptions): void => {
  checkOptions(options, BULLMQ, { owner: 'BullMqModule', error: BullMqException });
  if (options.connection === undefined) {
    throw new BullMqException(`The option connection of BullMqModule is missing. Pass ${WAYS}.`);
  }
};
