import 'reflect-metadata';
import { startInstance, type Waking } from './start-instance.js';

/** What the other process reports, with the time at which it happened. */
export interface Report {
  readonly what: 'ready' | 'body' | 'change';
  readonly at: number;
}

const [, , connectionString, waking] = process.argv;

const report = (what: Report['what']): void => {
  process.send!({ what, at: performance.timeOrigin + performance.now() } satisfies Report);
};

const { app, approvals } = await startInstance(connectionString!, waking as Waking, {
  worker: true,
  onRefund: () => report('body'),
});
process.once('disconnect', () => void app.close().then(() => process.exit()));
report('ready');
for await (const change of approvals.changes({ id: 'grace' })) {
  if (change.kind === 'approval' && change.status === 'PENDING') report('change');
}
