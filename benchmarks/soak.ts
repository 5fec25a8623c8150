import 'reflect-metadata';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import { ApprovalService } from 'toolgate/approval';
import { serveDoor, tools } from './soak/door.js';
import { printRow, printTable } from './table.js';

Logger.overrideLogger(['error', 'warn']);

const READERS = 1000;
const TENANTS = 50;
const PER_SECOND = 100;
const IDLE_DECISIONS = 200;
const MINUTE_MS = 60_000;

const minutes = Number(/--minutes=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 10);

let committedAt = 0;
const folder = await mkdtemp(join(tmpdir(), 'toolgate-soak-'));
const { app, close } = await serveDoor(join(folder, 'soak.db'), () => (committedAt = performance.now()));
const { port } = app.getHttpServer().address() as AddressInfo;
const [chat, approvals] = [app.get(ChatClient), app.get(ApprovalService)];

const suspend = async (tenant: string): Promise<() => Promise<unknown>> => {
  const outcome = await chat.prompt('Where is A-1042?').tools(tools).toolContext({ tenant }).call().outcome();
  if (outcome.status !== 'suspended') throw new Error('The turn did not wait for a person.');
  const { id, revision, argsHash } = outcome.approvals[0]!;
  const decision = { decisionId: 'd', decision: 'reject', revision, argsHash } as const;
  return () => approvals.decide(id, decision, { id: 'grace', tenant });
};

const heapMb = (): number => {
  for (let index = 0; index < 3; index++) globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

/** Measures one decision at a time, from its commit until a reader receives it, while there are no other decisions. */
const idleLatencies = async (): Promise<readonly number[]> => {
  const socket = connect({ host: '127.0.0.1', port });
  socket.write('GET /approvals/changes HTTP/1.1\r\nhost: 127.0.0.1\r\nx-tenant: t0\r\n\r\n');
  await once(socket, 'data');
  const latencies: number[] = [];
  for (let index = 0; index < IDLE_DECISIONS; index++) {
    const decide = await suspend('t0');
    await pause(20);
    const received = once(socket, 'data').then(() => performance.now());
    await decide();
    latencies.push((await received) - committedAt);
    await pause(10);
  }
  socket.destroy();
  return latencies;
};

/** Decides at a steady rate. Returns how many decisions were made. */
const decideFor = async (ms: number): Promise<number> => {
  const end = performance.now() + ms;
  const start = performance.now();
  let made = 0;
  while (performance.now() < end) {
    const due = Math.floor(((performance.now() - start) / 1000) * PER_SECOND);
    for (; made < due; made++) await (await suspend(`t${made % TENANTS}`))();
    await pause(5);
  }
  return made;
};

const readers = fork(join(dirname(process.argv[1]!), 'soak/readers.js'), [port, READERS, TENANTS].map(String));

interface ReadersMessage {
  readonly type: 'open' | 'events';
  readonly events: number;
  readonly open: number;
}

/** Returns the next message of a type. The readers send `open` each time all of them are connected. */
const messageOf = async (type: ReadersMessage['type']): Promise<ReadersMessage> => {
  for (;;) {
    const [message] = (await once(readers, 'message')) as [ReadersMessage];
    if (message.type === type) return message;
  }
};

await messageOf('open');
const latencies = await idleLatencies();
const early = await decideFor(MINUTE_MS);
const first = heapMb();
const later = await decideFor((minutes - 1) * MINUTE_MS);
const last = heapMb();
const counted = messageOf('events');
readers.send({ type: 'count' });
const { events, open } = await counted;

printTable(`The stream of changes: ${READERS} readers of ${TENANTS} tenants for ${minutes} minutes`, ['', 'result']);
printRow(['decisions a second', ((early + later) / (minutes * 60)).toFixed(0)]);
printRow(['changes received', String(events)]);
printRow(['readers connected at the end', String(open)]);
printRow(['heap after the first minute', `${first.toFixed(1)} MB`]);
printRow(['heap at the end', `${last.toFixed(1)} MB`]);
printRow(['heap at the end / after the first minute', (last / first).toFixed(2)]);
printRow(['from commit to reader when idle, median', `${median(latencies).toFixed(2)} ms`]);

readers.disconnect();
await close();
await rm(folder, { recursive: true });
