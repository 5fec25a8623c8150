import { type ApprovalsClient, approvalsClient } from 'toolgate/http/client';
import { customerAt } from './customer.js';
import type { Instance } from './instance.js';
import type { Narrator } from './narrator.js';
import { waitUntil } from './wait-until.js';

/** What the story left in the cluster. */
export interface StoryOutcome {
  readonly runId: string;
  readonly killed: Instance;
  readonly answered: Instance;
}

const REQUEST = 'Refund order A-1043';

const REFUNDING = /Waiting for the bank to confirm €80 of order A-1043/;

/** The front door of an instance, for the manager. */
export const managerAt = ({ url }: Instance): ApprovalsClient =>
  approvalsClient({ baseUrl: `${url}/approvals`, headers: () => ({ 'x-toolgate-person': 'grace' }) });

/** A customer asks on the first instance, a manager approves on the second one, and the instance that resumes the turn is killed. */
export class Story {
  constructor(
    private readonly instances: readonly [Instance, Instance, Instance],
    private readonly narrator: Narrator,
  ) {}

  async play(): Promise<StoryOutcome> {
    const runId = await this.request();
    await this.approve(runId);
    const killed = await this.killDuringRefund();
    const answered = await this.resumeElsewhere(runId, killed);
    return { runId, killed, answered };
  }

  private async request(): Promise<string> {
    const [{ name, url }] = this.instances;
    this.narrator.event(name, `Ann asks: "${REQUEST}"`);
    const outcome = await customerAt(url).ask(REQUEST);
    if (outcome.status !== 'suspended') throw new Error(`The refund did not wait for a person: ${outcome.content}`);
    const [approval] = outcome.approvals;
    this.narrator.event(name, `The turn waits in PostgreSQL. ${approval?.message ?? ''}`);
    return outcome.runId;
  }

  private async approve(runId: string): Promise<void> {
    const [, { name }] = this.instances;
    const door = managerAt(this.instances[1]);
    const { items } = await door.list({ runId, status: 'PENDING' });
    for (const { id, revision, argsHash } of items) {
      await door.decide(id, { decision: 'approve', revision, argsHash });
      this.narrator.event(name, 'Grace, a manager, finds the refund through the front door and approves it.');
    }
  }

  private async killDuringRefund(): Promise<Instance> {
    const working = await waitUntil(() => this.refunding(), 'The start of the refund');
    this.narrator.event(working.name, 'Resumes the turn. It has booked the refund, and waits for the bank.');
    await working.kill();
    this.narrator.alarm(working.name, 'Is killed (SIGKILL) before it can save the result of the refund.');
    return working;
  }

  private async resumeElsewhere(runId: string, killed: Instance): Promise<Instance> {
    const reader = this.running(killed);
    const { status } = await customerAt(reader.url).run(runId);
    this.narrator.event(reader.name, `Reports the turn as ${status}: the lease of ${killed.name} has not expired yet.`);
    const next = await waitUntil(
      async () => this.refunding(killed) ?? this.assertUnanswered(reader, runId),
      'The second start of the refund',
    );
    this.narrator.event(next.name, 'Resumes the turn after the lease has expired, and starts the same refund again.');
    const content = await waitUntil(async () => (await customerAt(reader.url).run(runId)).content, 'The answer');
    this.narrator.event(next.name, `Answers: "${content}"`);
    await this.askAgain(this.running(killed, next));
    return next;
  }

  private async assertUnanswered({ url }: Instance, runId: string): Promise<undefined> {
    const { content } = await customerAt(url).run(runId);
    if (content !== undefined) throw new Error(`The turn ended without a second start of the refund: "${content}"`);
  }

  private async askAgain({ name, url }: Instance): Promise<void> {
    const question = 'What became of it?';
    this.narrator.event(name, `Ann asks: "${question}"`);
    const outcome = await customerAt(url).ask(question);
    if (outcome.status === 'completed') this.narrator.event(name, `Answers: "${outcome.content}"`);
  }

  private refunding(other?: Instance): Instance | undefined {
    return this.instances.find((instance) => instance !== other && instance.logged(REFUNDING));
  }

  /** Returns a running instance other than these. */
  private running(...others: readonly Instance[]): Instance {
    const found = this.instances.find((instance) => instance.isRunning && !others.includes(instance));
    if (!found) throw new Error('No other instance is running.');
    return found;
  }
}
