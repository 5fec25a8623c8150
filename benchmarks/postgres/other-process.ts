import 'reflect-metadata';
import { now, startInstance, type Waking } from './start-instance.js';

/** A report of the other process, with the time of the event. */
export interface Report {
  readonly what: 'ready' | 'body' | 'answer' | 'change' | 'chunk';
  readonly at: number;
  /** The time from the sending of a chunk to its arrival, in milliseconds. */
  readonly ms?: number;
}

const [, , connectionString, waking, answerMs] = process.argv;

const report = (what: Report['what'], ms?: number): void => {
  process.send!({ what, at: now(), ms } satisfies Report);
};

const { app, chat, approvals } = await startInstance({
  connectionString: connectionString!,
  waking: waking as Waking,
  worker: true,
  answerMs: Number(answerMs),
  onRefund: () => report('body'),
  onAnswer: () => report('answer'),
});
process.once('disconnect', () => void app.close().then(() => process.exit()));
// Each message is the id of a run, whose live turn this process follows.
process.on('message', async (runId: string) => {
  const followed = await chat.follow(runId, { id: 'ada', administrator: false });
  followed!.parts().subscribe((part) => {
    if (part.type === 'text-delta')
      for (const sent of part.delta.trim().split(' ')) report('chunk', now() - Number(sent));
  });
});
report('ready');
if (waking === 'postgres') {
  for await (const change of approvals.changes({ id: 'grace' }))
    if (change.kind === 'approval' && change.status === 'PENDING') report('change');
}
