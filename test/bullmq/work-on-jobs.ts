import 'reflect-metadata';
import { BullMqModule } from 'toolgate/bullmq';
import { startInstance } from '../postgres/instance.fixture.js';

// A process of its own: it works on the jobs of a queue until its parent leaves.
const [connectionString = '', connection = '', queue = ''] = process.argv.slice(2);
const wakes = BullMqModule.forRoot({ connection, queue });
const { app, desk } = await startInstance({ connectionString, worker: true, wakes });

const refund = desk.refund.bind(desk);
desk.refund = (...args) => {
  process.send!(args[2].runId);
  return refund(...args);
};
process.once('disconnect', () => void app.close().then(() => process.exit()));
process.send!('ready');
