import { expect, it } from 'vitest';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { BullMqModule } from 'toolgate/bullmq';
import { until } from '../approval/waiting.fixture.js';
import { startInstance } from '../postgres/instance.fixture.js';
import { startIdleRedis } from './idle-redis.fixture.js';

it('a Redis that is lost is logged once, and a sweep resumes the run meanwhile', async () => {
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
  redis.stop();
  await app.close();
}, 30_000);
