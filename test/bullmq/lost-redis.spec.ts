import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { BullMqModule } from 'toolgate/bullmq';
import { until } from '../approval/waiting.fixture.js';
import { startInstance } from '../postgres/instance.fixture.js';
import { startIdleRedis } from './idle-redis.fixture.js';

it('a Redis that is lost is logged once, a sweep resumes the run meanwhile, and nothing connects after the stop', async () => {
  const redis = await startIdleRedis();
  const { app, ask, approve, approvals, logs } = await startInstance({
    connectionString: 'none',
    store: new InMemoryApprovalStore(),
    worker: true,
    metadata: { imports: [BullMqModule.forRoot({ connection: redis.url })] },
  });
  redis.lose();
  const runId = await ask();
  await approve(runId);
  await until(() => logs.some((line) => line.includes('RunDispatcher failed')), 5000);
  await until(async () => (await approvals.runs.get(runId)).status === 'completed', 8000);
  expect(logs.filter((line) => line.includes('BullMQ reports an error'))).toHaveLength(1);
  expect(logs.join()).not.toContain('hunter2');
  await app.close();
  expect(logs.filter((line) => line.startsWith('error'))).toEqual([]);
  const connections = redis.connections();
  // A client waits a second before it connects again.
  await setTimeout(2500);
  expect(redis.connections()).toBe(connections);
  redis.stop();
}, 30_000);
